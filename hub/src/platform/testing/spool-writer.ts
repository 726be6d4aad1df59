/** A program for the kill test: appends alerts as fast as it can and prints each id once the append has returned. */
import { writeSync } from 'node:fs'
import { Spool } from '#uplink/spool/spool.ts'
import { createClock } from '../clock.ts'
import { alertRaised } from './hub-parts.ts'

const spool = new Spool({ dir: process.argv[2]!, clock: createClock(), log: () => {} })
for (;;) {
  const event = alertRaised({ thumbnail: 'A'.repeat(20_000) })
  spool.append(event)
  writeSync(1, `${event.alertId}\n`)
}
