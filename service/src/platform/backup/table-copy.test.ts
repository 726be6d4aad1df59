// Rows of one table on their way into a backup.
import { setImmediate } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { connect } from '#platform/postgres/postgres-url.ts'
import { copyOut, inSnapshot } from './table-copy.ts'

test('OPS-02 a backup goes on after a table that its place takes slowly, however long the table is', async () => {
  const client = connect(inject('databaseUrl'), { max: 1, onnotice: () => {}, fetch_types: false })
  await client`create temporary table wide as select n, repeat('x', 1000) as text from generate_series(1, 300) n`
  for (let left = 300; left > 0; left -= 25) {
    await client`delete from wide where n > ${left}`
    const next = await inSnapshot(client, async (snapshot) => {
      const { rows, digest } = await copyOut(snapshot, { name: 'wide', columns: ['n', 'text'] })
      for await (const _ of rows) await setImmediate()
      expect(digest.rows).toBe(left)
      return (await snapshot`select count(*)::int as count from wide`)[0]
    })
    expect(next!.count).toBe(left)
  }
  await client.end()
})
