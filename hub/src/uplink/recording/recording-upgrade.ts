/** Brings a hub's file of recordings from the names of the release before to today's. */
import type { DatabaseSync } from 'node:sqlite'

/**
 * Renames what a hub of before December 2026 wrote: a run was a stretch, retained segments lay in a table `kept`. Changes
 * nothing in a newer file. To be removed one landing after the next.
 */
export function upgradeRecordingNames(db: DatabaseSync): void {
  if (!db.prepare("select 1 from pragma_table_info('kept') where name = 'stretch_id'").get()) return
  db.exec(`
    begin;
    drop index if exists item_by_stretch;
    drop index if exists kept_by_age;
    drop index if exists kept_by_stretch;
    alter table item rename column stretch_id to run_id;
    alter table kept rename to retained;
    alter table retained rename column stretch_id to run_id;
    update item set body = json_set(json_remove(body, '$.stretchId'), '$.runId', body ->> 'stretchId')
      where body ->> 'stretchId' is not null;
    update retained set body = json_set(json_remove(body, '$.stretchId'), '$.runId', body ->> 'stretchId');
    commit;`)
}
