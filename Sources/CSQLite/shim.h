#pragma once
#include <sqlite3.h>

// sqlite3_config and sqlite3_db_config are variadic, which Swift cannot call.

// Without its account of the memory in use, SQLite needs no lock for each allocation. It has an
// effect before the first connection only; afterwards it fails and changes nothing.
static inline int barograph_sqlite3_keep_no_memory_account(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
static inline int barograph_sqlite3_set_defensive(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
static inline int barograph_sqlite3_keep_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
