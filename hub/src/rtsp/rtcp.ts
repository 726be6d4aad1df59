/** Reports between receiver and sender of a stream (RTCP, RFC 3550): packet loss, and the sender's time. */
import { randomBytes } from 'node:crypto'

const SENDER_REPORT = 200
const RECEIVER_REPORT = 201
const DESCRIPTION = 202
const GOODBYE = 203
const REPORT_EVERY_MS = 5_000
/** From 1900, the origin of NTP, to 1970, seconds. */
const NTP_SECONDS = 2_208_988_800
const CNAME = Buffer.from('mimamori')
const SEQUENCES = 0x1_0000

type Sender = {
  ssrc: number
  firstSequence: number
  lastSequence: number
  /** How often the sequence number wrapped. */
  rounds: number
  received: number
  before: { expected: number; received: number }
  transit: number | null
  jitter: number
}
/** A report of the sender: what its clock said, and the stamp of a frame of that moment, ticks. */
type Report = { unixMs: number; stamp: number }
/** Reports are compared over a minute. */
const REPORTS = 12
const PACE_AFTER_MS = 5_000
/** `unixMs`: what the sender's clock said when its report came, at `atMs` of ours. */
export type SenderTime = { unixMs: number; atMs: number }

/** State of one stream; times are ms of a monotonic clock. */
export class RtcpReceiver {
  readonly #ssrc = randomBytes(4)
  readonly #ticksPerMs: number
  #sender: Sender | null = null
  #lastReport: { middle: number; atMs: number } | null = null
  #time: SenderTime | null = null
  #reports: Report[] = []

  /** `clockRate`: ticks of its timestamps per second. */
  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000
  }

  /** From the last sender report; null before the first. */
  get senderTime(): SenderTime | null {
    return this.#time
  }

  /** Ms of the sender's clock for each ms of its stamps; null until its reports are some seconds apart. */
  get pace(): number | null {
    const [oldest, newest] = [this.#reports[0], this.#reports.at(-1)]
    if (!oldest || !newest || newest.unixMs - oldest.unixMs < PACE_AFTER_MS) return null
    const stampMs = near(newest.stamp - oldest.stamp) / this.#ticksPerMs
    return stampMs > 0 ? (newest.unixMs - oldest.unixMs) / stampMs : null
  }

  /** A packet of media. */
  take(bytes: Buffer, from: number, to: number, atMs: number): void {
    if (to - from < 12) return
    const sequence = bytes.readUInt16BE(from + 2)
    const ssrc = bytes.readUInt32BE(from + 8)
    if (this.#sender?.ssrc !== ssrc) this.#sender = newSender(ssrc, sequence)
    const sender = this.#sender
    sender.received++
    const ahead = (sequence - sender.lastSequence + SEQUENCES) % SEQUENCES
    if (ahead < SEQUENCES / 2) {
      if (sequence < sender.lastSequence) sender.rounds++
      sender.lastSequence = sequence
    }
    const transit = atMs * this.#ticksPerMs - bytes.readUInt32BE(from + 4)
    if (sender.transit !== null) sender.jitter += (Math.abs(near(transit - sender.transit)) - sender.jitter) / 16
    sender.transit = transit
  }

  /** Takes an RTCP packet; true when the sender ends the stream. */
  takeControl(bytes: Buffer, from: number, to: number, atMs: number): boolean {
    for (let at = from; at + 4 <= to; at += 4 + 4 * bytes.readUInt16BE(at + 2)) {
      if (bytes[at + 1] === GOODBYE) return true
      if (bytes[at + 1] === SENDER_REPORT && at + 28 <= to) this.#takeReport(bytes, at, atMs)
    }
    return false
  }

  #takeReport(bytes: Buffer, at: number, atMs: number): void {
    this.#lastReport = { middle: bytes.readUInt32BE(at + 10), atMs }
    const seconds = bytes.readUInt32BE(at + 8) - NTP_SECONDS
    const unixMs = (seconds + bytes.readUInt32BE(at + 12) / 2 ** 32) * 1000
    this.#time = { unixMs, atMs }
    this.#reports = [...this.#reports, { unixMs, stamp: bytes.readUInt32BE(at + 16) }].slice(-REPORTS)
  }

  /** A receiver report; null before the first packet. */
  report(atMs: number): Buffer | null {
    const sender = this.#sender
    if (!sender) return null
    const highest = (sender.rounds * SEQUENCES + sender.lastSequence) >>> 0
    const expected = highest - sender.firstSequence + 1
    const lost = Math.min(0x7f_ffff, Math.max(0, expected - sender.received))
    const block = Buffer.alloc(24)
    block.writeUInt32BE(sender.ssrc)
    block.writeUInt32BE(lost, 4)
    block[4] = lostShare(sender, expected)
    block.writeUInt32BE(highest, 8)
    block.writeUInt32BE(Math.min(0xffff_ffff, Math.round(sender.jitter)), 12)
    if (this.#lastReport) {
      block.writeUInt32BE(this.#lastReport.middle, 16)
      block.writeUInt32BE(Math.round(((atMs - this.#lastReport.atMs) / 1000) * SEQUENCES) >>> 0, 20)
    }
    sender.before = { expected, received: sender.received }
    // The name ends with a zero byte, and the packet is padded to a whole word.
    const name = Buffer.concat([this.#ssrc, Buffer.from([1, CNAME.length]), CNAME, Buffer.alloc(2)])
    return Buffer.concat([packet(RECEIVER_REPORT, Buffer.concat([this.#ssrc, block])), packet(DESCRIPTION, name)])
  }
}

function newSender(ssrc: number, sequence: number): Sender {
  const before = { expected: 0, received: 0 }
  return {
    ...{ ssrc, firstSequence: sequence, lastSequence: sequence, rounds: 0, received: 0, before },
    ...{ transit: null, jitter: 0 },
  }
}

/** Timestamps wrap after 32 bits. */
const near = (ticks: number) => ticks - 2 ** 32 * Math.round(ticks / 2 ** 32)

/** Share of lost packets since the last report, in 256ths. */
function lostShare({ before, received }: Sender, expected: number): number {
  const due = expected - before.expected
  const missing = due - (received - before.received)
  return due > 0 && missing > 0 ? Math.min(255, Math.floor((missing * 256) / due)) : 0
}

/** An RTCP packet with one block or chunk. */
function packet(type: number, body: Buffer): Buffer {
  const head = Buffer.from([0x81, type, 0, 0])
  head.writeUInt16BE(body.length / 4, 2)
  return Buffer.concat([head, body])
}

/** Sends a receiver report every few seconds; stop it with clearInterval. `send` gets an RTCP packet. */
export function reporting(receiver: RtcpReceiver, send: (bytes: Buffer) => void): NodeJS.Timeout {
  return setInterval(() => {
    const report = receiver.report(performance.now())
    if (report) send(report)
  }, REPORT_EVERY_MS)
}
