/** Prints each connection and camera change once, as a sentence, for the person who started the hub. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { CameraStatus } from '#pipeline/worker-message.ts'
import type { Connection } from '#uplink/service-client.ts'
import { reasonSentence } from './reason-sentence.ts'

type ConsoleReporterOptions = { service: string; say: (line: string) => void }

export class ConsoleReporter {
  readonly #options: ConsoleReporterOptions
  #wasConnected = false
  readonly #lastSaid = new Map<string, string>()

  constructor(options: ConsoleReporterOptions) {
    this.#options = options
  }

  connection(now: Connection): void {
    const { say, service } = this.#options
    if (now.state === 'connected') {
      say(this.#wasConnected ? `The service at ${service} answers again.` : `Registered at ${service}.`)
      this.#wasConnected = true
    } else if (now.state === 'key-refused') {
      say(
        `The service at ${service} does not accept this hub key. Copy the key again, or make a new one in the console.`,
      )
      say('The hub goes on with the settings it knows and tries the key again every half minute.')
    } else if (now.state === 'unreachable') {
      say(`The service at ${service} cannot be reached (${now.reason}). The hub keeps trying and keeps every alert.`)
    }
  }

  settings(cameras: readonly DesiredCamera[]): void {
    this.#once(`Settings received: ${cameraCount(cameras.length)}.`, 'settings')
  }

  /** Reports a camera's change. The count follows once every camera has reported, then whenever it changes. */
  camera(
    { cameraId, state, reason }: CameraStatus,
    cameras: readonly DesiredCamera[],
    statuses: ReadonlyMap<string, CameraStatus>,
  ): void {
    const name = cameras.find((camera) => camera.cameraId === cameraId)?.name
    if (name && state === 'offline')
      this.#once(`${name} is not online: ${reason ? reasonSentence(reason) : 'no reason given.'}`, cameraId)
    else if (name && this.#lastSaid.has(cameraId)) this.#once(`${name} is ${state}.`, cameraId)
    const watched = cameras.filter((camera) => camera.isEnabled)
    const states = watched.map((camera) => statuses.get(camera.cameraId)?.state)
    if (states.includes(undefined)) return
    const online = states.filter((one) => one === 'online').length
    this.#once(`Cameras online: ${online} of ${watched.length}.`, 'cameras')
  }

  #once(line: string, about: string): void {
    if (this.#lastSaid.get(about) === line) return
    this.#lastSaid.set(about, line)
    this.#options.say(line)
  }
}

function cameraCount(count: number): string {
  return count === 1 ? '1 camera' : `${count} cameras`
}
