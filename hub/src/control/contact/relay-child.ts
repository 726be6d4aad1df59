/** The program behind a relay output: sets its state over ONVIF. Requirement REACH-61. */
import type { Cam } from 'onvif'
import { serveChildTask } from '../rpc/child-task.ts'
import { codeOf, escaped, failRequest, openDevice, said } from '../rpc/onvif-camera.ts'
import type { RelayInput } from './relay-output.ts'

/** The library (0.8.3) knows no relays. It sends what is written here, with its login and its parser. */
type Relays = Cam & {
  _request(options: { service?: string; body: string }, done: (error: Error | null, data?: unknown) => void): void
  _envelopeHeader(): string
  _envelopeFooter(): string
}
/** An element as the parser leaves it: its attributes in `$`, its children by name, each a list. */
type Element = { $?: Record<string, unknown> } & Record<string, unknown>
type Output = { token: string; isBistable: boolean; isIdleClosed: boolean }

const DEVICE = 'http://www.onvif.org/ver10/device/wsdl'
const SCHEMA = 'http://www.onvif.org/ver10/schema'

class OutputMissing extends Error {}
class NotReadable extends Error {}

serveChildTask(
  drive,
  (thrown) => {
    if (thrown instanceof OutputMissing) return { code: 'not-found', params: {} }
    return { code: thrown instanceof NotReadable ? 'answer-unreadable' : codeOf(thrown), params: {} }
  },
  failRequest,
)

async function drive({ output, want, ...device }: RelayInput): Promise<void> {
  const cam = (await openDevice(device)) as Relays
  const chosen = (await outputsOf(cam))[output - 1]
  if (!chosen) throw new OutputMissing()
  const token = escaped(chosen.token).replaceAll('"', '&quot;')
  const idle = chosen.isIdleClosed ? 'closed' : 'open'
  let refused: unknown = null
  if (!chosen.isBistable) {
    // A monostable output opens by itself while the call waits.
    await send(
      cam,
      `<SetRelayOutputSettings xmlns="${DEVICE}"><RelayOutputToken>${token}</RelayOutputToken><Properties><Mode xmlns="${SCHEMA}">Bistable</Mode><DelayTime xmlns="${SCHEMA}">PT0S</DelayTime><IdleState xmlns="${SCHEMA}">${idle}</IdleState></Properties></SetRelayOutputSettings>`,
      'setRelayOutputSettingsResponse',
    ).catch((thrown) => {
      refused = thrown
    })
  }
  const state = (want === 'closed') === chosen.isIdleClosed ? 'inactive' : 'active'
  await send(
    cam,
    `<SetRelayOutputState xmlns="${DEVICE}"><RelayOutputToken>${token}</RelayOutputToken><LogicalState>${state}</LogicalState></SetRelayOutputState>`,
    'setRelayOutputStateResponse',
  )
  // It rings, but not until somebody goes: requested again soon, and reported as failing.
  if (refused) throw refused
}

async function outputsOf(cam: Relays): Promise<Output[]> {
  const answer = await send(cam, `<GetRelayOutputs xmlns="${DEVICE}"/>`, 'getRelayOutputsResponse')
  return childrenOf(answer, 'relayOutputs').flatMap((output) => {
    const token = output.$?.token
    if (typeof token !== 'string') return []
    const [properties = {}] = childrenOf(output, 'properties')
    const word = (name: string) => String([properties[name]].flat()[0] ?? '').toLowerCase()
    return [{ token, isBistable: word('mode') === 'bistable', isIdleClosed: word('idleState') === 'closed' }]
  })
}

function childrenOf(element: Element, name: string): Element[] {
  return [element[name]].flat().filter((child): child is Element => typeof child === 'object' && child !== null)
}

/** The named part of the answer; throws without it. */
async function send(cam: Relays, body: string, expected: string): Promise<Element> {
  const xml = `${cam._envelopeHeader()}${body}${cam._envelopeFooter()}`
  const answer = await said<unknown>((done) => cam._request({ body: xml }, (error, data) => done(error, data)))
  const [root] = [answer].flat() as (Element | null | undefined)[]
  if (!root || !(expected in root)) throw new NotReadable()
  return childrenOf(root, expected)[0] ?? {}
}
