/** What is wrong with the service itself, for open consoles of those who administer, while it lasts. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { Platform } from '#platform/platform.ts'
import type { WaitWatch } from '#platform/work/wait-watch.ts'

export type Warnings = {
  /** Those of now, as bytes of the stream; null: none. */
  current(): Buffer | null
  /** Calls with each that begins or ends, until the answered function is called. */
  onChange(write: (bytes: Buffer) => void): () => void
}

/** Creates the view of a full disk and of e-mail that waits. */
export function createWarnings({ disk, mailWatch }: Pick<Platform, 'disk'> & { mailWatch: WaitWatch }): Warnings {
  return {
    current() {
      const all = [disk.isFull() ? diskEvent(true) : '', mailWatch.isWaiting() ? mailEvent(true) : ''].join('')
      return all === '' ? null : Buffer.from(all)
    },
    onChange(write) {
      const offs = [
        disk.onChange((isFull) => write(Buffer.from(diskEvent(isFull)))),
        mailWatch.onChange((isWaiting) => write(Buffer.from(mailEvent(isWaiting)))),
      ]
      return () => {
        for (const off of offs) off()
      }
    },
  }
}

const diskEvent = (isFull: boolean) => line({ type: 'disk-changed', isFull })
const mailEvent = (isWaiting: boolean) => line({ type: 'mail-changed', isWaiting })
const line = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`
