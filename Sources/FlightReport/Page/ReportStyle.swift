import FlightPicture

/// The page's style: light, dark, narrow and printed.
enum ReportStyle {
  static let text = [
    "\n:root{color-scheme:light dark;", properties(\.light),
    "--page:#eef2f5;--hero:linear-gradient(165deg,#0f2f4f 0%,#1a5587 60%,#22699c 100%)}\n",
    "@media screen and (prefers-color-scheme:dark){:root{", properties(\.dark),
    "--page:#0a0f14;--hero:linear-gradient(165deg,#081624 0%,#10365a 70%,#17507c 100%)}}\n",
    layout, tables, small, print,
  ].joined()

  private static func properties(_ value: KeyPath<Ink, String>) -> String {
    Ink.allCases.map { "\($0.property):\($0[keyPath: value]);" }.joined()
  }

  private static let layout = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--text);line-height:1.5;
      font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
    .column{max-width:1080px;margin:0 auto;padding:0 24px}
    h1,h2,p,dl,dd,figure{margin:0}
    .hero{position:relative;background:var(--hero);color:#fff;padding:40px 0 84px;overflow:hidden}
    .hero svg{position:absolute;left:0;right:0;bottom:0;width:100%;height:62%}
    .hero .column{position:relative}
    .hero h1{font-size:2.5rem;line-height:1.15;letter-spacing:-.02em}
    .eyebrow{font-size:.8rem;letter-spacing:.06em;color:#d5e6f5;overflow-wrap:anywhere}
    .crew{font-size:1.1rem;margin-top:6px;color:#eef6fd;overflow-wrap:anywhere}
    .way{display:flex;flex-wrap:wrap;gap:14px 40px;margin-top:22px}
    .way dt{font-size:.8rem;color:#d5e6f5}
    .way dd{font-size:1.1rem}
    .way dd span{display:block;overflow-wrap:anywhere}
    .figures{margin-top:-52px;position:relative}
    .figures dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
    .figures dl div{background:var(--sheet);border:1px solid var(--border);border-radius:12px;
      padding:14px 16px;box-shadow:0 4px 14px rgba(10,30,50,.08)}
    .figures dt{font-size:.8rem;color:var(--muted)}
    .figures b{font-size:1.65rem;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
    .figures small{color:var(--muted);font-size:.9rem}
    .figures span{display:block;font-size:.8rem;color:var(--muted)}
    main section:not(.figures){background:var(--sheet);border:1px solid var(--border);
      border-radius:14px;padding:20px 22px;margin-top:20px}
    h2{font-size:1.15rem;margin-bottom:12px;overflow-wrap:anywhere}
    .lead{margin-bottom:10px}
    figure svg{display:block;width:100%;height:auto}
    svg text{font-family:inherit}
    .narrow{display:none}
    .legend{display:flex;flex-wrap:wrap;gap:10px 28px;margin-top:12px;font-size:.85rem;
      align-items:flex-start;justify-content:space-between}
    .climb{display:flex;gap:0;color:var(--muted)}
    .climb span:first-child{margin-right:8px}
    .climb span:last-child{margin-left:8px}
    .step{width:34px;text-align:left}
    .step i{display:block;height:9px;margin-top:6px}
    .step small{display:block;font-size:.72rem;transform:translateX(-50%);text-align:center}
    .layers,.keys{display:flex;flex-wrap:wrap;gap:6px 18px}
    .layers label{display:inline-flex;align-items:center;gap:6px;cursor:pointer}
    .layers svg{width:40px;height:12px}
    .layers input{margin:0;accent-color:var(--gnss)}
    .key{display:inline-flex;align-items:center;gap:7px}
    .key i{width:20px;height:12px;border-radius:2px}
    .key.line i{height:3px}
    .key.left i{height:7px;margin-bottom:6px}
    .key.right i{height:7px;margin-top:6px}
    .map:has(#show-task:not(:checked)) .layer-task,
    .map:has(#show-faiTriangle:not(:checked)) .layer-faiTriangle,
    .map:has(#show-triangle:not(:checked)) .layer-triangle,
    .map:has(#show-threeTurnpoints:not(:checked)) .layer-threeTurnpoints,
    .map:has(#show-fiveTurnpoints:not(:checked)) .layer-fiveTurnpoints{display:none}
    footer{padding-top:18px!important;padding-bottom:40px!important;color:var(--muted);
      font-size:.85rem}

    """

  private static let tables = """
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}
    caption{text-align:left;color:var(--muted);font-size:.85rem;padding-bottom:6px}
    th,td{padding:6px 10px;border-bottom:1px solid var(--grid);vertical-align:baseline}
    th:first-child,td:first-child{padding-left:0}
    th:last-child,td:last-child{padding-right:0}
    th{font-weight:600;border-bottom-color:var(--border);white-space:nowrap}
    th small{font-weight:400;color:var(--muted)}
    tbody tr:last-child td{border-bottom:0}
    .number{text-align:right;white-space:nowrap}
    .word{text-align:left}
    .bar{display:inline-block;width:72px;height:8px;margin-right:10px;background:var(--grid);
      border-radius:4px;overflow:hidden;vertical-align:middle}
    .bar i{display:block;height:100%}
    .value{display:inline-block;min-width:2.4em}
    .insets{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:14px;
      margin-bottom:16px}
    .insets figcaption{font-size:.85rem;padding-top:6px;display:flex;align-items:baseline;gap:3px}
    .insets figcaption span{margin-right:auto}
    .insets figcaption small{color:var(--muted)}
    .statistics dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(270px,1fr));gap:0 32px}
    .statistics dl div{display:flex;justify-content:space-between;gap:12px;padding:6px 0;
      border-bottom:1px solid var(--grid)}
    .statistics dt{color:var(--muted)}
    .statistics dd{text-align:right;font-variant-numeric:tabular-nums}
    .comments p{overflow-wrap:anywhere}

    """

  private static let small = """
    @media screen and (max-width:560px){
      .column{padding:0 12px}
      .hero{padding:22px 0 70px}
      .hero h1{font-size:1.8rem}
      .figures dl{grid-template-columns:1fr 1fr;gap:8px}
      .figures dl div{padding:10px 12px}
      .figures div:last-child:nth-child(odd){grid-column:1/-1}
      .figures b{font-size:1.35rem}
      main section:not(.figures){padding:14px 12px;border-radius:12px;margin-top:12px}
      .wide{display:none}
      .narrow{display:block}
      th,td{padding:6px 4px}
      table{font-size:.78rem}
      th small{display:block}
      .extra{display:none}
      .climb{flex-wrap:wrap;width:100%}
      .climb span:first-child{order:1;width:50%;margin:0}
      .climb span:last-child{order:2;width:50%;margin:0;text-align:right}
      .climb .step{flex:1}
      .bar{display:none}
      .insets{grid-template-columns:1fr 1fr;gap:10px}
    }

    """

  private static let print = """
    @page{size:A4;margin:13mm}
    @media print{
      :root{color-scheme:light}
      *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
      html{font-size:12px}
      body{background:#fff}
      .column{padding:0;max-width:none}
      .hero{background:none;color:#000;padding:0 0 10px}
      .hero svg{display:none}
      .hero h1{font-size:1.8rem}
      .eyebrow,.crew,.way dt{color:#333}
      .way{margin-top:8px}
      .figures{margin-top:0}
      .figures dl{grid-template-columns:repeat(6,1fr);gap:6px}
      .figures dl div{box-shadow:none;padding:6px 8px}
      .figures b{font-size:1.35rem}
      main section:not(.figures){border:0;padding:0;margin-top:14px}
      .layers input{display:none}
      .layers label:has(input:not(:checked)){display:none}
      figure,tr,.statistics dl div{break-inside:avoid}
      h2,caption,.lead{break-after:avoid}
      .scroll{overflow:visible}
      thead{display:table-header-group}
      .insets{grid-template-columns:repeat(4,1fr)}
      .map svg[role]{max-height:92mm}
      .barogram svg[role]{max-height:70mm}
      th,td{padding:2px 8px}
    }

    """
}
