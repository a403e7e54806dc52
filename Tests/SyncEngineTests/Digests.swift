import Crypto
import SyncContract

func rowDigest(
  of table: ContractTable, in dialect: ContractDialect, _ rows: [ContractRow]
) -> TableDigest {
  var digest = TableDigest()
  var sha = SHA256()
  for row in rows { try? digest.add(row, in: dialect, by: &sha) }
  return digest
}

func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var sha = SHA256()
  sha.update(bytes)
  return sha.finish()
}
