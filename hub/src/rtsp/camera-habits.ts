/** What connections to one stream taught about its camera: the next one starts with it. REAL-09 */
import type { Credentials } from './camera-address.ts'
import { CameraLogin } from './camera-login.ts'
import type { HoldMethod } from './rtsp-answer.ts'

/** Whether the other transport may help. Some servers call video within the connection a bad request (RTSP::Server). */
export const isAboutTransport = (status: number, method: string): boolean =>
  status === 461 || (status === 400 && method === 'SETUP')

export class CameraHabits {
  /** Where the camera redirected to, on its own host; null: nowhere. */
  address: URL | null = null
  /** Connections so far. */
  connections = 0
  /** The camera answers no OPTIONS before the description, or hangs up after it. */
  isWithoutOptions = false
  /** `udp`: it sends no video over its RTSP connection. `http`: it answers as a web server there. */
  transport: 'tcp' | 'udp' | 'http' = 'tcp'
  /** How many further methods hold its session: each session that ended at its timeout adds one. */
  holdLevel = 0
  /** Methods that it rejects while the video plays, or after which it hangs up. */
  readonly refusedHolds = new Set<HoldMethod>()
  #login: CameraLogin | null = null

  /** A login for the next connection: the carried one if there is one. */
  loginFor(credentials: Credentials, isEncrypted: boolean): CameraLogin {
    const carried = this.#login
    this.#login = null
    return carried ?? new CameraLogin(credentials, isEncrypted)
  }

  /** It began with these words instead of RTSP. Returns whether the next connection tries a tunnel through its web server. */
  tunnel(greeting: string): boolean {
    const mayHelp = this.transport !== 'http' && greeting.startsWith('HTTP/')
    this.transport = mayHelp ? 'http' : 'tcp'
    return mayHelp
  }

  /** The next connection uses the other transport. Returns whether it was not tried before. */
  changeTransport(): boolean {
    this.transport = this.transport === 'tcp' ? 'udp' : 'tcp'
    return this.transport === 'udp'
  }

  /**
   * The camera hung up before its video: some do so after each 401, or after OPTIONS. `open`: the methods that it left
   * unanswered. Returns whether a new connection goes further.
   */
  learnFromEnd(open: readonly string[], login: CameraLogin): boolean {
    if (!open.every((method) => method === 'OPTIONS' || method === 'DESCRIBE')) return false
    if (login.isWaiting) {
      login.carry()
      this.#login = login
      return true
    }
    if (open.length === 0 || this.isWithoutOptions || login.isRejected) return false
    this.isWithoutOptions = true
    return true
  }
}
