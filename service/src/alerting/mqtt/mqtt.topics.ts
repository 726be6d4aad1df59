/** What a broker holds of rooms, and what Home Assistant needs to find them. Pure. REACH-90 */
import { ROOM_STATES } from '@mimamori/contract/care/room-state.ts'
import { textsOf } from '#platform/messaging/texts.ts'
import { presentOf } from '#shared/shown/room-now.ts'
import type { PublishedRoom } from './mqtt.queries.ts'

/** The folder in which Home Assistant looks, and where it says that it has started. */
const FOUND = 'homeassistant'
export const BIRTH = `${FOUND}/status`
export const ONLINE = 'online'
export const OFFLINE = 'offline'

/** `installation`: tells several on one broker apart; `hasClaim`: rooms take the command. */
export type Place = { prefix: string; installation: string; hasClaim: boolean }

/** Whether the service is connected. */
export const statusTopic = ({ prefix, installation }: Place) => `${prefix}/${installation}/status`
/** Every discovery of this installation, whatever site it is of. */
export const ownDiscovery = ({ installation }: Place) => `${FOUND}/+/${installation}/+/config`
export const isDiscovery = (topic: string) => topic.startsWith(`${FOUND}/`) && topic !== BIRTH

const roomTopic = ({ prefix }: Place, code: string, cameraId: string) => `${prefix}/${code}/room/${cameraId}`
export const claimTopic = (place: Place, code: string, cameraId: string) => `${roomTopic(place, code, cameraId)}/claim`

/** All topics with their texts. */
export function topicsOf(rooms: readonly PublishedRoom[], place: Place): Map<string, string> {
  const topics = new Map<string, string>()
  for (const room of rooms) {
    const base = roomTopic(place, room.siteCode, room.cameraId)
    const { state, reason, since } = presentOf(room)
    topics.set(`${base}/state`, JSON.stringify({ state, reason: reason?.code ?? null, since }))
    topics.set(`${base}/call`, JSON.stringify(room.call ?? { state: 'none' }))
    topics.set(`${base}/camera`, room.status === 'Online' ? ONLINE : OFFLINE)
    for (const [kind, name, config] of entitiesOf(room, base, place)) {
      const id = `${room.cameraId}-${name}`
      const common = commonOf(room, place)
      const text = JSON.stringify({ ...common, unique_id: `mimamori-${id}`, ...config })
      topics.set(`${FOUND}/${kind}/${place.installation}/${id}/config`, text)
    }
  }
  return topics
}

function commonOf({ cameraId, cameraName, location, isShared }: PublishedRoom, place: Place) {
  return {
    availability: [{ topic: statusTopic(place) }],
    availability_mode: 'all',
    device: {
      identifiers: [`mimamori-${cameraId}`],
      name: isShared ? `${location} · ${cameraName}` : location,
      manufacturer: 'Mimamori',
      suggested_area: location,
    },
    origin: { name: 'Mimamori' },
  }
}

type Entity = [kind: 'sensor' | 'binary_sensor' | 'button', name: string, config: Record<string, unknown>]

function entitiesOf({ locale }: PublishedRoom, base: string, place: Place): Entity[] {
  const [say, alarm] = [textsOf('mqtt', locale), textsOf('alarm', locale)]
  const listOf = (topic: string, options: readonly string[]) => ({
    ...{ state_topic: topic, value_template: '{{ value_json.state }}', json_attributes_topic: topic },
    ...{ device_class: 'enum', options },
  })
  const [state, call, camera] = [`${base}/state`, `${base}/call`, `${base}/camera`]
  const isOpen = "{{ 'ON' if value_json.state == 'open' else 'OFF' }}"
  const claim: Entity = ['button', 'claim', { name: alarm('claim'), command_topic: `${base}/claim` }]
  return [
    [
      ...(['sensor', 'state'] as const),
      {
        name: say('state'),
        ...listOf(state, ROOM_STATES),
        availability: [{ topic: statusTopic(place) }, { topic: camera }],
      },
    ],
    ['sensor', 'call', { name: say('call'), ...listOf(call, ['none', 'open', 'claimed', 'arrived']) }],
    [
      ...(['binary_sensor', 'open'] as const),
      { name: alarm('state-open'), state_topic: call, value_template: isOpen, device_class: 'problem' },
    ],
    [
      ...(['binary_sensor', 'camera'] as const),
      {
        name: say('camera'),
        state_topic: camera,
        payload_on: ONLINE,
        payload_off: OFFLINE,
        device_class: 'connectivity',
      },
    ],
    ...(place.hasClaim ? [claim] : []),
  ]
}

/** The topic that a discovery names, if it is one of ours: it goes with it. */
export function namedBy(text: string, { prefix }: Place): string | null {
  const topic = /"state_topic":"([^"+#]+)"/.exec(text)?.[1]
  return topic?.startsWith(`${prefix}/`) ? topic : null
}
