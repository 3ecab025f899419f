export { backupDatabase } from "./backup-database.ts";
export { SqliteStore } from "./sqlite-store.ts";
