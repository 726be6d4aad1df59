/** Closes contacts of the nurse call by the hub's own alerts while the service is silent. REACH-64. */
import type { ContactState } from '@mimamori/contract/camera/contact-lists.ts'
import type { FallbackContact } from '@mimamori/contract/fleet/fallback-contact.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { activityOf, type HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { type Cancel, type Clock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { AnswerError } from '../rpc/answer-error.ts'

type Order = { device: FallbackContact['device']; want: ContactState; isCheck: boolean }
type FallbackOptions = {
  clock: Clock
  log: Log
  contacts: () => readonly FallbackContact[]
  /** Events that the service has not confirmed, or only since `sinceMs`: it may have ended before it rang for them. */
  unanswered: (sinceMs: number) => readonly HubEvent[]
  drive: (order: Order, signal: AbortSignal) => Promise<unknown>
}

const SILENT_MS = HUB_OFFLINE_AFTER_SECONDS * 1_000
/** A closed relay may open by itself, or lose its power. */
const CHECK_MS = 60_000
const RETRY_MS = 5_000

export class FallbackContacts {
  readonly #options: FallbackOptions
  readonly #closed = new Set<string>()
  /** Aborted when the service is back; null: it is there. */
  #silence: AbortController | null = null
  #cancel: Cancel = () => {}

  constructor(options: FallbackOptions) {
    this.#options = options
  }

  /** The service is there, or the hub starts: the service decides until it is silent. What is closed stays closed. */
  heard(): void {
    const { clock } = this.#options
    this.stop()
    const heardAtMs = clock.now()
    this.#cancel = clock.after(SILENT_MS, () => {
      this.#silence = new AbortController()
      for (const event of this.#options.unanswered(heardAtMs)) this.raised(event)
    })
  }

  raised(event: HubEvent): void {
    if (!this.#silence) return
    for (const contact of this.#options.contacts()) {
      if (!isCalledBy(contact, event) || this.#closed.has(contact.contactId)) continue
      this.#closed.add(contact.contactId)
      void this.#hold(contact, this.#silence.signal)
    }
  }

  /** Also after the service refused the hub's key: its contacts belong to another hub then. */
  stop(): void {
    this.#cancel()
    this.#silence?.abort()
    this.#silence = null
    this.#closed.clear()
  }

  async #hold({ contactId, device }: FallbackContact, signal: AbortSignal): Promise<void> {
    const { clock, log, drive } = this.#options
    log('warn', 'The service is silent: this hub closes a contact of the nurse call', { contactId })
    let isCheck = false
    while (!signal.aborted) {
      try {
        await drive({ device, want: 'closed', isCheck }, signal)
        isCheck = true
      } catch (error) {
        isCheck = false
        const reason = error instanceof AnswerError ? error.error.code : wordsOf(error)
        if (!signal.aborted) log('warn', 'A contact of the nurse call was not closed', { contactId, reason })
      }
      await wait(clock, isCheck ? CHECK_MS : RETRY_MS, signal)
    }
  }
}

function isCalledBy({ severities, calls }: FallbackContact, event: HubEvent): boolean {
  const isOfApp = (cameraId: string, app: string) =>
    calls.some((call) => call.cameraId === cameraId && call.appCodes.some((code) => code === app))
  if (event.type === 'input-raised') return isOfApp(event.cameraId, SIGNAL)
  // The footage of a signal came from the service, or its input has rung already.
  if (event.type !== 'alert-raised' || event.appCode === SIGNAL) return false
  return severities.includes(event.severity) && isOfApp(event.cameraId, activityOf(event))
}
