extension OpenAIP {
  /// Countries that openAIP covers and gliders fly in, by their code. There are more than these: a
  /// code that is not among them can be asked for all the same.
  static let countries: KeyValuePairs = [
    "ar": "Argentina", "at": "Austria", "au": "Australia", "be": "Belgium", "bg": "Bulgaria",
    "br": "Brazil", "ca": "Canada", "ch": "Switzerland", "cz": "Czechia", "de": "Germany",
    "dk": "Denmark", "ee": "Estonia", "es": "Spain", "fi": "Finland", "fr": "France",
    "gb": "Great Britain", "gr": "Greece", "hr": "Croatia", "hu": "Hungary", "ie": "Ireland",
    "it": "Italy", "jp": "Japan", "lt": "Lithuania", "lu": "Luxembourg", "lv": "Latvia",
    "na": "Namibia", "nl": "Netherlands", "no": "Norway", "nz": "New Zealand", "pl": "Poland",
    "pt": "Portugal", "ro": "Romania", "rs": "Serbia", "se": "Sweden", "si": "Slovenia",
    "sk": "Slovakia", "us": "United States", "za": "South Africa",
  ]
}
