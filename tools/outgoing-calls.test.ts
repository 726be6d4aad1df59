// Slow is worse than dead: each call out of the service or the hub has one deadline around everything. Where a customer or a
// site chooses the address, it goes through the one function (outbound.ts); every other way out is listed with its deadline.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceTree } from './boundaries/source-tree.ts'

/** What can open a connection; a type or an address check alone cannot. */
const WAYS_OUT = [
  /import (?!type)[^\n]*\b(?:request|get|connect|createConnection|Agent|Socket|createSocket|Resolver|lookup|resolve\w*)\b[^\n]*from '(?:node:)?(?:https?|net|tls|dgram|dns|dns\/promises)'/,
  /import (?!type)[^\n]*from '(?:node:)?dgram'/,
  /import (?!type)(?:(?!import)[\s\S])*?from '(?:undici|nodemailer|@aws-sdk\/[^']+|@nats-io\/[^']+|pg|mqtt)'/,
  /import (?!type)\w+(?:, \{[^}]*\})? from '(?:postgres|ws|web-push)'/,
  /await import\('(?:undici|nodemailer|@aws-sdk\/[^']+|@nats-io\/[^']+|pg|postgres|ws|web-push|mqtt)'\)/,
  /(?<![\w.])fetch\(/,
  /new WebSocket\(/,
]

const SERVICE: Record<string, string> = {
  'service/src/platform/outgoing/outbound.ts':
    'the one function: name, connection, TLS and answer within 10 s, or as its caller says',
  'service/src/platform/outgoing/name-lookup.ts': 'two tries of 1 s for each name, within the deadline of outbound.ts',
  'service/src/platform/messaging/push.ts': 'encrypts alone; sends by outbound.ts, within 3 s and 10 s',
  'service/src/platform/messaging/mail.jobs.ts': 'each step within 10 s, the whole of it within 20 s',
  'service/src/platform/messaging/nats.ts':
    'its own pings find a dead server; nothing waits for it but requests with their time',
  'service/src/platform/messaging/mqtt.ts': 'connects within 10 s; its own pings find a dead broker, and nothing waits',
  'service/src/platform/files/bucket.ts': 'connection and answer have a time each, in few tries',
  'service/src/platform/postgres/postgres-url.ts': 'connects within 10 s; every statement has an answer in time',
  'service/src/platform/backup/copy-client.ts': 'a child process of its own, which is ended after its time',
}
const HUB: Record<string, string> = {
  'hub/src/uplink/service-client.ts': 'each call within 15 s, an upload within two minutes',
  'hub/src/uplink/service-socket.ts': 'opens within 5 s; a silent line is found within 12 s',
  'hub/src/uplink/upgrade/download.ts': 'a minute without a byte ends it',
  'hub/src/control/contact/http-relay.ts': 'each request within 3 s, all of them within 8 s',
  'hub/src/control/h264/h264-maker.ts': 'reads from the hub itself',
}
/** Cameras and what looks for them in a building: their own limits, and no alarm waits for them. */
const CAMERAS = /^hub\/src\/(?:rtsp|control\/rpc|platform\/(?:digest-client|camera-clock|networks))/
const NOT_PRODUCT = /\.test\.ts$|\/testing[-./]|\/testing\/|^service\/src\/seed\//

const tree = readSourceTree(join(import.meta.dirname, '..'))

test.each([
  ['service', SERVICE],
  ['hub', HUB],
])('every way out of the %s has a deadline around everything', (name, known) => {
  const open = Object.entries(tree).flatMap(([path, text]) => {
    const isProduct = path.startsWith(`${name}/src/`) && !NOT_PRODUCT.test(path) && !CAMERAS.test(path)
    return isProduct && WAYS_OUT.some((way) => way.test(text)) ? [path] : []
  })
  expect(open.toSorted()).toEqual(Object.keys(known).toSorted())
})
