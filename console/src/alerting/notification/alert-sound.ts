/** The short calm tone of a critical alert: only where somebody switched it on, and once for each alert. */
import { readStored, writeStored } from '#lib/browser/storage.ts'

const KEY = 'alert-sound'
/** Two soft notes, a fourth apart: heard in a quiet night, startling nobody. */
const NOTES_HZ = [587.33, 783.99]
const NOTE_S = 0.42
const STEP_S = 0.2
const LOUDNESS = 0.16
/** So long the window that sounds keeps the others of this browser silent about the same alert. */
const CLAIM_MS = 10_000

/** In a storm of alerts one tone stands for those that come so soon after it; together they would only be noise. */
const APART_MS = 2_000

let context: AudioContext | null = null
let soundedAtMs = -APART_MS

/** Of this browser, not of the person: a tablet on the wall sounds whoever is signed in. */
export function isSoundOn(): boolean {
  return readStored(KEY, (value): value is boolean => typeof value === 'boolean') ?? false
}

/** By a press: the browser lets no page sound that nobody has touched. */
export function setSound(isOn: boolean): void {
  writeStored(KEY, isOn)
  if (isOn) void play()
}

/** The alert's tone, in one window of all that are open. */
export async function soundAlert(alertId: string): Promise<void> {
  if (!isSoundOn() || performance.now() - soundedAtMs < APART_MS) return
  soundedAtMs = performance.now()
  await navigator.locks.request(`sound:${alertId}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    await play()
    await new Promise((resolve) => setTimeout(resolve, CLAIM_MS))
  })
}

async function play(): Promise<void> {
  try {
    context ??= new AudioContext()
    // Waits until somebody has touched the page; a tone that late would mislead.
    if (context.state !== 'running') void context.resume()
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (context.state !== 'running') return
    for (const [at, hz] of NOTES_HZ.entries()) note(context, hz, context.currentTime + at * STEP_S)
  } catch (fault) {
    console.warn('The alert could not be sounded.', fault)
  }
}

function note(audio: AudioContext, hz: number, startsAt: number): void {
  const tone = new OscillatorNode(audio, { type: 'sine', frequency: hz })
  const loudness = new GainNode(audio, { gain: 0 })
  loudness.gain.setValueAtTime(0, startsAt)
  loudness.gain.linearRampToValueAtTime(LOUDNESS, startsAt + 0.03)
  loudness.gain.exponentialRampToValueAtTime(0.001, startsAt + NOTE_S)
  tone.connect(loudness).connect(audio.destination)
  tone.start(startsAt)
  tone.stop(startsAt + NOTE_S)
}
