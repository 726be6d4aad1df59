/** A relay with addresses on loopback, as a home has one, which also lies. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FallbackContact } from '@mimamori/contract/fleet/fallback-contact.ts'

export type HttpDevice = Extract<FallbackContact['device'], { kind: 'http' }>

export class HttpRelayDevice {
  /** What arrived, in order. */
  readonly asked: string[] = []
  header: string | undefined
  isOn = false
  /** Reads of the state that give the former one. */
  lag = 0
  lie: ((request: IncomingMessage, answer: ServerResponse) => void) | null = null
  readonly #server = createServer((request, answer) => {
    this.asked.push(`${request.method} ${request.url}`)
    this.header = request.headers.authorization
    if (this.lie) return this.lie(request, answer)
    if (request.url === '/relay?turn=on') this.isOn = true
    if (request.url === '/relay?turn=off') this.isOn = false
    const shown = this.lag-- > 0 ? !this.isOn : this.isOn
    answer.end(JSON.stringify({ ison: shown, source: 'http' }, null, 1))
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(resolve))
  }

  /** As an administrator enters it. */
  device(changes: Partial<HttpDevice> = {}): HttpDevice {
    const base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return {
      ...{ kind: 'http', method: 'POST', closeUrl: `${base}/relay?turn=on`, openUrl: `${base}/relay?turn=off` },
      ...{ stateUrl: `${base}/state`, closedText: '"ison":true', openText: '"ison":false', header: null },
      ...changes,
    }
  }
}
