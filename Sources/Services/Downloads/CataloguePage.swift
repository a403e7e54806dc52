import ServicePlan

extension CatalogueListing {
  /// Entries of the longest page.
  static let pageLength = 1000

  /// A page, from 1 on, of entries that are all known.
  init(page: Int, of entries: [CatalogueEntry], competition: ListedCompetition? = nil) {
    let start = min(max(0, page - 1), entries.count / Self.pageLength + 1) * Self.pageLength
    let rest = entries.dropFirst(start)
    self.init(
      Array(rest.prefix(Self.pageLength)), hasMore: rest.count > Self.pageLength,
      competition: competition)
  }
}
