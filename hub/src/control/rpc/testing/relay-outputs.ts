// Relay outputs of an ONVIF device for tests: monostable until set otherwise, closed or open while idle.

type Output = { mode: 'Bistable' | 'Monostable'; idle: 'open' | 'closed'; isActive: boolean }

export class RelayOutputs {
  readonly outputs = new Map<string, Output>([
    ['RelayOutput "0"', { mode: 'Monostable', idle: 'open', isActive: false }],
    ['1', { mode: 'Bistable', idle: 'closed', isActive: false }],
  ])
  /** It keeps its mode. */
  isFixed = false
  /** Answers without the expected part. */
  isWrong = false
  /** How often the state of an output was set. */
  sets = 0

  isClosed(token: string): boolean {
    const { idle, isActive } = this.outputs.get(token)!
    return (idle === 'closed') !== isActive
  }

  /** Undefined: the request is about something else. */
  answer(body: string): { text?: string; error?: string } | undefined {
    if (!/<(Get|Set)RelayOutput/.test(body)) return undefined
    if (this.isWrong) return { text: '<SomethingElseResponse/>' }
    if (body.includes('<GetRelayOutputs ')) return { text: this.#list() }
    const one = this.outputs.get(/RelayOutputToken>([^<]*)</.exec(body)?.[1]?.replaceAll('&quot;', '"') ?? '')
    if (!one) return { error: 'no such token' }
    if (body.includes('<SetRelayOutputSettings ')) {
      if (this.isFixed) return { error: 'not supported' }
      one.mode = />Bistable</.test(body) ? 'Bistable' : 'Monostable'
      return { text: '<SetRelayOutputSettingsResponse/>' }
    }
    this.sets++
    one.isActive = body.includes('<LogicalState>active<')
    return { text: '<SetRelayOutputStateResponse/>' }
  }

  #list(): string {
    const rows = [...this.outputs].map(
      ([token, { mode, idle }]) =>
        `<tds:RelayOutputs token="${token.replaceAll('"', '&quot;')}"><tt:Properties><tt:Mode>${mode}</tt:Mode><tt:DelayTime>PT5S</tt:DelayTime><tt:IdleState>${idle}</tt:IdleState></tt:Properties></tds:RelayOutputs>`,
    )
    return `<tds:GetRelayOutputsResponse>${rows.join('')}</tds:GetRelayOutputsResponse>`
  }
}
