/** Finds cameras in the site's networks, and with a login the streams of each. Requirement CAM-12. */
import { fileURLToPath } from 'node:url'
import type { DiscoveredDevice, HubAnswer, HubQuestion } from '@mimamori/contract/fleet/hub-question.ts'
import { withSafeParams } from '#platform/facts.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { AnswerError } from './answer-error.ts'
import { runChildTask } from './child-task.ts'
import { type FoundDevice, searchDevices } from './onvif-search.ts'

export type DeviceInput = { address: string; port: number; path: string; username: string; password: string }
export type DeviceStream = DiscoveredDevice['streams'][number]
export type DeviceFacts = Pick<DiscoveredDevice, 'manufacturer' | 'model' | 'firmware' | 'serialNumber' | 'streams'>

type DiscoverOptions = {
  networks: NetworkRules
  environment: Record<string, string | undefined>
  /** How long answers to the search are collected, ms. */
  searchMs?: number
  /** Of one device's facts, ms. */
  deviceMs?: number
  /** Of the search; elsewhere in tests only. */
  port?: number
}

const PROGRAM = fileURLToPath(new URL('./onvif-child.ts', import.meta.url))
const SEARCH_MS = 3_000
const DEVICE_MS = 8_000
const HEAP_MB = 64
/** A process for each device takes a processor for a moment: the cameras that are watched come first. */
const DEVICES_AT_ONCE = 2
/** Devices that are not asked by then stay without facts, ms since the question. */
const ALL_MS = 15_000
const UNKNOWN = { manufacturer: null, firmware: null, serialNumber: null, streams: [] }

/** Every device found; each one's own problem stands beside it. Throws when a named host may not be asked. */
export async function discover(
  { hosts, username, password }: Extract<HubQuestion, { type: 'discover' }>,
  options: DiscoverOptions,
  signal: AbortSignal,
): Promise<HubAnswer<'discover'>> {
  const { networks, searchMs = SEARCH_MS, port } = options
  const startedMs = performance.now()
  const addresses = await Promise.all(hosts.map((host) => allowedAddress(host, networks)))
  const found = await searchDevices({ networks, hosts: addresses, waitMs: searchMs, port })
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
  return { result: { type: 'discover', devices } }
}

function withoutFacts({ address, name, model }: FoundDevice): DiscoveredDevice {
  return { ...UNKNOWN, address, name, model, failure: null }
}

async function asked(
  device: FoundDevice,
  login: { username: string; password: string },
  { environment, deviceMs = DEVICE_MS }: DiscoverOptions,
  signal: AbortSignal,
): Promise<DiscoveredDevice> {
  const { address, port, path, name, model } = device
  try {
    const facts = await runChildTask<DeviceFacts>(
      PROGRAM,
      { address, port, path, ...login },
      { timeoutMs: deviceMs, heapMb: HEAP_MB, environment, signal },
    )
    return { ...facts, address, name, model: facts.model ?? model, failure: null }
  } catch (thrown) {
    if (!(thrown instanceof AnswerError)) throw thrown
    return { ...withoutFacts(device), failure: withSafeParams(thrown.error) }
  }
}
