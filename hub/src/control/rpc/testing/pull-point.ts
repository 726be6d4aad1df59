// Events of an ONVIF device for tests: one subscription with the state of its digital inputs, which also loses it.

type Input = { topic: string; source: string; isOn: boolean }

export class PullPoint {
  readonly inputs = new Map<string, Input>()
  /** How often each event is sent. */
  copies = 1
  /** How long a request without events is held, ms. */
  holdMs = 100
  /** Answers without the expected part. */
  isWrong = false
  /** Writes times that the library cannot read. */
  hasOddTimes = false
  /** Reports no state at the beginning of a subscription. */
  isQuiet = false
  /** How long a subscription lives without a renewal, ms; null: for ever. */
  lifeMs: number | null = null
  /** Refuses to renew. */
  isUnrenewable = false
  subscriptions = 0
  renewals = 0
  unsubscribed = 0
  /** Requests for events. */
  pulls = 0
  #isLost = true
  #endsAtMs = Number.POSITIVE_INFINITY
  #waiting: string[] = []
  #wake = () => {}

  add(token: string, { topic = 'tns1:Device/Trigger/DigitalInput', source = 'InputToken' } = {}): this {
    this.inputs.set(token, { topic, source, isOn: false })
    return this
  }

  /** The contact changes, and the subscriber receives it. */
  set(token: string, isOn: boolean): void {
    this.inputs.get(token)!.isOn = isOn
    this.#queue(token, 'Changed')
  }

  /** The device forgets its subscription, as after a restart. */
  lose(): void {
    this.#isLost = true
    this.#waiting = []
    this.#wake()
  }

  /** Undefined: the request is about something else. */
  async answer(body: string): Promise<{ text?: string; error?: string } | undefined> {
    if (!/CreatePullPointSubscription|PullMessages|<Renew|<Unsubscribe/.test(body)) return undefined
    if (this.isWrong) return { text: '<SomethingElseResponse/>' }
    if (body.includes('CreatePullPointSubscription')) return { text: this.#subscribe() }
    if (body.includes('<Unsubscribe')) {
      this.unsubscribed++
      if (body.includes(`/subscription-${this.subscriptions}<`)) this.lose()
      return { text: '<wsnt:UnsubscribeResponse/>' }
    }
    if (this.#isLost || performance.now() > this.#endsAtMs) return { error: 'Resource unknown' }
    if (body.includes('<Renew')) return this.#renew()
    this.pulls++
    if (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        setTimeout(resolve, this.holdMs)
      })
    }
    if (this.#isLost) return { error: 'Resource unknown' }
    const events = this.#waiting.splice(0).join('')
    return { text: `<tev:PullMessagesResponse>${this.#times('tev')}${events}</tev:PullMessagesResponse>` }
  }

  #renew(): { text?: string; error?: string } {
    if (this.isUnrenewable) return { error: 'not supported' }
    this.renewals++
    this.#prolong()
    return { text: `<wsnt:RenewResponse>${this.#times('wsnt')}</wsnt:RenewResponse>` }
  }

  #prolong(): void {
    this.#endsAtMs = performance.now() + (this.lifeMs ?? Number.POSITIVE_INFINITY)
  }

  #subscribe(): string {
    this.subscriptions++
    this.#isLost = false
    this.#prolong()
    this.#waiting = []
    if (!this.isQuiet) for (const token of this.inputs.keys()) this.#queue(token, 'Initialized')
    const address = `<wsa5:Address>http://10.9.9.9:81/onvif/subscription-${this.subscriptions}</wsa5:Address>`
    return `<tev:CreatePullPointSubscriptionResponse><tev:SubscriptionReference>${address}</tev:SubscriptionReference>${this.#times('wsnt')}</tev:CreatePullPointSubscriptionResponse>`
  }

  #times(prefix: string): string {
    const at = this.hasOddTimes ? '2026-11-20T10:00:00+09:00' : '2026-11-20T01:00:00Z'
    const end = this.lifeMs === null ? at : new Date(Date.parse(at) + this.lifeMs).toISOString()
    return `<${prefix}:CurrentTime>${at}</${prefix}:CurrentTime><${prefix}:TerminationTime>${end}</${prefix}:TerminationTime>`
  }

  #queue(token: string, operation: string): void {
    const { topic, source, isOn } = this.inputs.get(token)!
    const event = `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topic}</wsnt:Topic><wsnt:Message><tt:Message UtcTime="2026-11-20T01:00:00Z" PropertyOperation="${operation}"><tt:Source><tt:SimpleItem Name="${source}" Value="${token}"/></tt:Source><tt:Data><tt:SimpleItem Name="LogicalState" Value="${isOn}"/></tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`
    for (let copy = 0; copy < this.copies; copy++) this.#waiting.push(event)
    this.#wake()
  }
}
