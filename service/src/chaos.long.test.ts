/** The short chaos: real processes behind HAProxy on PostgreSQL, NATS and a bucket. The long one is `npm run chaos`. */
import { expect, test } from 'vitest'
import { playChaos } from '../../bench/chaos/chaos.ts'
import { hasHaproxy } from './testing/servers/haproxy.ts'
import { hasNats } from './testing/servers/nats.ts'

const HUBS = { hubs: 4, realHubs: 0, consoles: 4, instances: 3 }
const SHORT = { ...HUBS, kills: 5, alerts: 300, perSecond: 30, awaySeconds: null, isDurable: false }

test.skipIf(!hasHaproxy || !hasNats)(
  'SCALE-06 through 5 kills, bus and bucket away, no alert is lost, doubled or unseen',
  {
    timeout: 600_000,
  },
  async () => {
    const findings = await playChaos({ ...SHORT, seed: 'short' }, () => {})
    expect(findings.alerts).toBeGreaterThanOrEqual(SHORT.alerts * 0.9)
    expect(findings).toMatchObject({
      ...{ lost: 0, missing: 0, foreign: 0, tallyError: 0, clipsMissing: 0, crashes: 0 },
      acknowledged: findings.alerts,
      unseen: [0, 0, 0, 0],
      disturbances: { kill: 5, bus: 1, bucket: 1 },
    })
  },
)
