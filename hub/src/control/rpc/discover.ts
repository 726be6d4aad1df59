/** Finds cameras in the site's networks, and with a login the streams of each. Requirements CAM-12, REAL-09. */
import { fileURLToPath } from 'node:url'
import { CAMERA_PROFILES, makerOfRealm } from '@mimamori/contract/camera/camera-profiles.ts'
import type { DiscoveredDevice, HubAnswer, HubRequest } from '@mimamori/contract/camera/hub-request.ts'
import { withSafeParams } from '#platform/camera-error.ts'
import { allowedAddress, isAllowed, type NetworkRules } from '#platform/networks.ts'
import { AnswerError } from './answer-error.ts'
import { runChildTask } from './child-task.ts'
import type { OnvifLogin } from './onvif-camera.ts'
import { type FoundDevice, searchDevices } from './onvif-search.ts'
import { addressesIn, type RtspDevice, searchRtsp } from './rtsp-search.ts'

export type DeviceInput = OnvifLogin
export type DeviceStream = DiscoveredDevice['streams'][number]
export type DeviceFacts = Pick<DiscoveredDevice, 'manufacturer' | 'model' | 'firmware' | 'serialNumber' | 'streams'>

type DiscoverOptions = {
  networks: NetworkRules
  environment: Record<string, string | undefined>
  /** How long answers to the search are collected, ms. */
  searchMs?: number
  /** Timeout for one device's details, ms. */
  deviceMs?: number
  /** Port of the search; changed in tests only. */
  port?: number
  rtspPort?: number
}

const PROGRAM = fileURLToPath(new URL('./onvif-child.ts', import.meta.url))
const SEARCH_MS = 3_000
const DEVICE_MS = 8_000
const HEAP_MB = 64
const RTSP_PORT = 554
/** Timeout for one address of a range, ms; a camera on the same network responds in a few ms. */
const RTSP_MS = 800
/** The limit in the contract. */
const DEVICES_MAX = 64
/** Each device has its own process, which uses a core for a moment; this leaves CPU time to the monitored cameras. */
const DEVICES_AT_ONCE = 2
/** Devices that are not asked by then stay without facts, ms since the request. */
const ALL_MS = 15_000
const UNKNOWN = { manufacturer: null, firmware: null, serialNumber: null, streams: [] }

/** Every device found; each one's own problem stands beside it. Throws when a named host may not be asked. */
export async function discover(
  { hosts, username, password }: Extract<HubRequest, { type: 'discover' }>,
  options: DiscoverOptions,
  signal: AbortSignal,
): Promise<HubAnswer<'discover'>> {
  const { networks, searchMs = SEARCH_MS, port, rtspPort = RTSP_PORT } = options
  const startedMs = performance.now()
  const named = hosts.filter((host) => addressesIn(host) === null)
  const addresses = await Promise.all(named.map((host) => allowedAddress(host, networks)))
  const inRange = await rangeOf(hosts, networks)
  const [found, speaking] = await Promise.all([
    searchDevices({ networks, hosts: [...addresses, ...inRange], waitMs: searchMs, port }),
    searchRtsp(inRange, { port: rtspPort, waitMs: RTSP_MS, signal }),
  ])
  const devices: DiscoveredDevice[] = []
  const waiting = found.entries()
  const login = username === null ? null : { username, password: password ?? '' }
  async function work() {
    for (const [index, device] of waiting) {
      const isLate = performance.now() - startedMs > ALL_MS
      devices[index] = isLate || !login ? withoutFacts(device) : await asked(device, login, options, signal)
    }
  }
  await Promise.all(Array.from({ length: DEVICES_AT_ONCE }, work))
  const silent = speaking.filter(({ address }) => !found.some((device) => device.address === address))
  return { result: { type: 'discover', devices: [...devices, ...silent.map(ofRtsp)].slice(0, DEVICES_MAX) } }
}

/** The addresses of all ranges that may be asked. Throws when none of a range may. */
async function rangeOf(hosts: readonly string[], networks: NetworkRules): Promise<string[]> {
  const all = new Set<string>()
  for (const addresses of hosts.flatMap((host) => [addressesIn(host) ?? []])) {
    const allowed = addresses.filter((address) => isAllowed(address, networks))
    if (allowed.length === 0 && addresses[0]) await allowedAddress(addresses[0], networks)
    for (const address of allowed) all.add(address)
  }
  return [...all]
}

function ofRtsp({ address, server }: RtspDevice): DiscoveredDevice {
  const maker = makerOfRealm(server ?? '')
  const manufacturer = maker && CAMERA_PROFILES[maker].brand
  return { ...UNKNOWN, manufacturer, address, name: server ?? address, model: null, error: null }
}

function withoutFacts({ address, name, model }: FoundDevice): DiscoveredDevice {
  return { ...UNKNOWN, address, name, model, error: null }
}

async function asked(
  device: FoundDevice,
  login: { username: string; password: string },
  { environment, deviceMs = DEVICE_MS }: DiscoverOptions,
  signal: AbortSignal,
): Promise<DiscoveredDevice> {
  const { address, port, path, isSecure, name, model } = device
  try {
    const facts = await runChildTask<DeviceFacts>(
      PROGRAM,
      { address, port, path, isSecure, ...login },
      { timeoutMs: deviceMs, heapMb: HEAP_MB, environment, signal },
    )
    return { ...facts, address, name, model: facts.model ?? model, error: null }
  } catch (thrown) {
    if (!(thrown instanceof AnswerError)) throw thrown
    return { ...withoutFacts(device), error: withSafeParams(thrown.error) }
  }
}
