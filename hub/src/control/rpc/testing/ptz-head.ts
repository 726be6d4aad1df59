// What turns an ONVIF device for tests: stored views, a home position, and a head that needs some requests' time to get there.

/** `silent-move`: it does not say whether it moves. `no-move`: it says yes and stays. `refuses`: it answers an error. `stuck`: it moves for ever. */
type PtzError = 'silent-move' | 'no-move' | 'refuses' | 'stuck'

export class PtzHead {
  error: PtzError | null = null
  /** Names by token. */
  readonly presets = new Map([
    ['1', 'Door'],
    ['2', 'Window <& bed>'],
    ['home', 'Bed'],
  ])
  hasHome = true
  /** Where it looks: a token, or `HOME`. */
  at = 'HOME'
  /** Everywhere that it was sent, in order. */
  readonly sent: string[] = []
  /** Requests about its state until it stands. */
  movesFor = 2
  #moves = 0

  /** Undefined: the request is about something else. */
  answer(body: string): { text?: string; error?: string } | undefined {
    if (body.includes('<GetPresets ')) return { text: this.#presets() }
    if (body.includes('<GetNodes ')) return { text: node(this.hasHome) }
    if (body.includes('<GetStatus ')) return { text: this.#status() }
    if (body.includes('<GotoHomePosition ')) return this.#go(this.hasHome ? 'HOME' : null, 'GotoHomePosition')
    if (!body.includes('<GotoPreset ')) return undefined
    const token = unescaped(/<PresetToken>([^<]*)</.exec(body)?.[1] ?? '')
    return this.#go(this.presets.has(token) ? token : null, 'GotoPreset')
  }

  /** The device's profiles, of which the first is turned by it. */
  profiles(xml: string): string {
    const turned = '<PTZConfiguration token="p"><Name>P</Name><NodeToken>n</NodeToken></PTZConfiguration>'
    return xml.replace('</Profiles>', `${turned}</Profiles>`)
  }

  #go(where: string | null, request: string) {
    this.sent.push(where ?? 'nowhere')
    if (this.error === 'refuses' || where === null) return { error: NO_SUCH_VIEW }
    if (this.error !== 'no-move') this.at = where
    this.#moves = this.movesFor
    return { text: `<${request}Response/>` }
  }

  #presets(): string {
    const rows = [...this.presets].map(
      ([token, name]) => `<Preset token="${token}"><Name>${escaped(name)}</Name></Preset>`,
    )
    return `<GetPresetsResponse>${rows.join('')}</GetPresetsResponse>`
  }

  #status(): string {
    const isMoving = this.error === 'stuck' || this.#moves > 0
    this.#moves = Math.max(0, this.#moves - 1)
    const moves = isMoving ? 'MOVING' : 'IDLE'
    const said =
      this.error === 'silent-move' ? '' : `<MoveStatus><PanTilt>${moves}</PanTilt><Zoom>IDLE</Zoom></MoveStatus>`
    return `<GetStatusResponse><PTZStatus>${said}<UtcTime>2026-11-27T01:00:00Z</UtcTime></PTZStatus></GetStatusResponse>`
  }
}

const node = (hasHome: boolean) =>
  `<GetNodesResponse><PTZNode token="n"><Name>N</Name><MaximumNumberOfPresets>16</MaximumNumberOfPresets><HomeSupported>${hasHome}</HomeSupported></PTZNode></GetNodesResponse>`
const NO_SUCH_VIEW = 'The requested preset token does not exist'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
