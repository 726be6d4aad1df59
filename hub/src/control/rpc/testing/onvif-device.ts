// An ONVIF device for tests: answers WS-Discovery over UDP and its services over HTTP, with WS-Security digest.
import { createHash } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DigestGuard } from '#platform/testing/digest-guard.ts'
import type { PtzHead } from './ptz-head.ts'
import type { PullPoint } from './pull-point.ts'
import type { RelayOutputs } from './relay-outputs.ts'

export const LOGIN = { username: 'admin', password: 'sakura1' }
const GROUP = '239.255.255.250'

type OnvifError = 'huge' | 'laughs' | 'junk' | 'silent'

export class OnvifDevice {
  error: OnvifError | null = null
  /** Requires HTTP digest authentication instead of a login in the message. */
  guard: DigestGuard | null = null
  /** Its pan-tilt-zoom head; null: a fixed camera. */
  ptz: PtzHead | null = null
  /** Null: it has no relay. */
  relays: RelayOutputs | null = null
  /** Null: it offers no events. */
  events: PullPoint | null = null
  /** Replaces the device's own answer to a search. */
  match: ((messageId: string, xaddr: string) => string) | null = null
  /** Requests with one of these words are rejected. */
  rejects: readonly string[] = []
  /** Its profiles; null: the usual one. */
  profiles: readonly string[] | null = null
  /** The address of a profile's stream, by its token; others have the usual one. */
  uris: Readonly<Record<string, string>> = {}
  /** The type of device that a search must name; null: any. */
  type: string | null = null
  readonly probes: string[] = []
  readonly #http = createServer((request, answer) => void this.#serve(request, answer))
  readonly #udp: Socket = createSocket({ type: 'udp4', reuseAddr: true })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve))
    await new Promise<void>((resolve) => this.#udp.bind(0, () => resolve()))
    this.#udp.addMembership(GROUP, '127.0.0.1')
    this.#udp.on('message', (bytes, from) => {
      const messageId = /MessageID>([^<]+)</.exec(String(bytes))?.[1] ?? ''
      this.probes.push(messageId)
      if (this.type !== null && !String(bytes).includes(this.type)) return
      this.#udp.send(this.#match(messageId), from.port, from.address)
    })
    return this
  }

  /** UDP port for searches; real devices use 3702. */
  get searchPort(): number {
    return this.#udp.address().port
  }

  get httpPort(): number {
    return (this.#http.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.#udp.close()
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  #match(messageId: string): string {
    const xaddr = `http://127.0.0.1:${this.httpPort}/onvif/device_service`
    if (this.match) return this.match(messageId, xaddr)
    return probeMatch(messageId, xaddr)
  }

  async #serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    if (this.error === 'silent') return
    if (this.error === 'junk') return void answer.end('<<<not xml')
    if (this.error === 'laughs') return void answer.end(LAUGHS)
    if (this.error === 'huge') return void this.#flood(answer)
    const isPublic = body.includes('GetSystemDateAndTime')
    const rejection = isPublic
      ? null
      : this.guard?.rejection(request.method!, request.url!, request.headers.authorization)
    if (rejection) return void answer.writeHead(401, { 'www-authenticate': rejection }).end()
    if (!isPublic && !this.guard && !isLoginGood(body)) {
      answer.writeHead(400).end(refused('Sender not Authorized'))
      return
    }
    if (this.rejects.some((word) => body.includes(word)))
      return void answer.writeHead(400).end(refused('not supported'))
    const turned = this.ptz?.answer(body) ?? this.relays?.answer(body) ?? (await this.events?.answer(body))
    if (turned?.error) answer.writeHead(400).end(refused(turned.error))
    else answer.end(envelope(turned?.text ?? this.#answer(body)))
  }

  #flood(answer: ServerResponse): void {
    const part = `<a>${'x'.repeat(65_536)}</a>`
    const more = () => {
      while (!answer.destroyed && answer.write(part));
    }
    answer.on('drain', more)
    more()
  }

  #answer(body: string): string {
    if (body.includes('GetSystemDateAndTime'))
      return '<GetSystemDateAndTimeResponse><SystemDateAndTime/></GetSystemDateAndTimeResponse>'
    if (body.includes('GetDeviceInformation')) return INFORMATION
    if (body.includes('GetServices')) return services(this.httpPort, this.ptz !== null)
    const profiles = this.profiles ? profilesOf(this.profiles) : PROFILES
    if (body.includes('GetProfiles')) return this.ptz ? this.ptz.profiles(profiles) : profiles
    const path = this.profiles ? (/ProfileToken>([^<]*)</.exec(body)?.[1] ?? '') : 'main'
    const uri = this.uris[path] ?? `rtsp://root:secret@192.0.2.9:8554/${path}`
    return `<GetStreamUriResponse><MediaUri><Uri>${uri}</Uri></MediaUri></GetStreamUriResponse>`
  }
}

export function probeMatch(
  messageId: string,
  xaddr: string,
  scopes = 'onvif://www.onvif.org/name/Hall%20Camera onvif://www.onvif.org/hardware/P3245',
): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>
<a:RelatesTo>${messageId}</a:RelatesTo></s:Header><s:Body><d:ProbeMatches><d:ProbeMatch>
<a:EndpointReference><a:Address>urn:uuid:1</a:Address></a:EndpointReference>
<d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${scopes}</d:Scopes><d:XAddrs>http://10.9.9.9/other ${xaddr}</d:XAddrs>
</d:ProbeMatch></d:ProbeMatches></s:Body></s:Envelope>`
}

const envelope = (body: string) =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${body}</s:Body></s:Envelope>`
const refused = (words: string) =>
  envelope(
    `<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">${words}</s:Text></s:Reason></s:Fault>`,
  )
const INFORMATION =
  '<GetDeviceInformationResponse><Manufacturer>AXIS</Manufacturer><Model>P3245-V</Model><FirmwareVersion>11.8</FirmwareVersion><SerialNumber>ACCC8E000001</SerialNumber><HardwareId>1</HardwareId></GetDeviceInformationResponse>'
const PROFILES =
  '<GetProfilesResponse><Profiles token="main"><Name>Main</Name><VideoSourceConfiguration><SourceToken>0</SourceToken></VideoSourceConfiguration><VideoEncoderConfiguration token="e"><Encoding>H264</Encoding><Resolution><Width>1920</Width><Height>1080</Height></Resolution><RateControl><FrameRateLimit>15</FrameRateLimit></RateControl></VideoEncoderConfiguration></Profiles></GetProfilesResponse>'
/** Without their encoders. */
const profilesOf = (tokens: readonly string[]) =>
  `<GetProfilesResponse>${tokens.map((token) => `<Profiles token="${token}"><Name>${token}</Name></Profiles>`).join('')}</GetProfilesResponse>`
/** Contains an address that is not the device's own; clients must not connect to it. */
const services = (port: number, turns: boolean) => {
  const named = ['ver10/device', 'ver10/media', ...(turns ? ['ver20/ptz'] : [])]
  const service = (name: string) =>
    `<Service><Namespace>http://www.onvif.org/${name}/wsdl</Namespace><XAddr>http://10.9.9.9:${port}/onvif/${name.slice(6)}_service</XAddr></Service>`
  return `<GetServicesResponse>${named.map(service).join('')}</GetServicesResponse>`
}
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
${'<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><GetDeviceInformationResponse><Manufacturer>&d;</Manufacturer></GetDeviceInformationResponse></s:Body></s:Envelope>'}`

/** WS-Security: base64(sha1(nonce + created + password)). */
function isLoginGood(body: string): boolean {
  const of = (element: string) => new RegExp(`<${element}[^>]*>([^<]*)</`).exec(body)?.[1] ?? ''
  const nonce = Buffer.from(of('Nonce'), 'base64')
  const digest = createHash('sha1')
    .update(Buffer.concat([nonce, Buffer.from(of('Created') + LOGIN.password)]))
    .digest('base64')
  return of('Username') === LOGIN.username && of('Password') === digest
}
