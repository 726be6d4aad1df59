/**
 * Compatibility, to be removed on 1 December 2027: hubs of before December 2026 send English sentences where a code and its
 * values are expected now. Here alone they are read. Never change a sentence: those hubs say it as it stands.
 */
import { type SettingsError, settingsError } from '@mimamori/contract/camera/settings-error.ts'
import { type StatusReason, statusReason } from '@mimamori/contract/camera/status-reason.ts'
import { type ClipError, clipError } from '@mimamori/contract/fleet/clip-error.ts'
import { type HubError, hubError } from '@mimamori/contract/fleet/hub-question.ts'
import type { z } from 'zod'

const REASONS: Record<string, string> = {
  connecting: 'The hub is connecting to it.',
  disabled: 'The camera is switched off.',
  stopped: 'Its process was stopped in the console.',
  'worker-lost': 'The video process of this camera ended unexpectedly and is being restarted.',
  'bad-address': 'The stream address must start with rtsp:// or rtsps:// and name a host.',
  'scene-not-demo': 'A scene: address works only on a hub that was started for the demo (--demo-scenes).',
  'host-unknown': 'The host name {host} is not known.',
  'network-not-allowed': '{host} is in none of the site’s camera networks.',
  refused: '{host} refuses the connection: no camera listens there.',
  unreachable: '{host} cannot be reached ({detail}).',
  timeout: '{host} did not answer in time.',
  'closed-early': '{host} closed the connection; it is no RTSP camera.',
  'not-rtsp': 'Something answers at {host}, but it is no RTSP camera.',
  'too-long': 'What {host} answers is too long or no RTSP.',
  redirected: 'The camera at {host} points to another address, which is not followed.',
  'login-missing': 'The camera at {host} asks for a user name and password.',
  'login-wrong': 'The camera at {host} does not accept the user name and password.',
  'not-found': 'The camera at {host} has no stream at {path}.',
  'opening-ended': 'The camera at {host} ended the connection before its stream began.',
  'opening-failed': 'The stream could not be opened: {detail}',
  'not-begun': 'The camera answers, but its stream does not begin.',
  'no-video': 'The stream holds no H.264 or H.265 video.',
  'no-frames': 'The camera is connected but sends no pictures.',
  'no-key-frames':
    'The camera never sends a whole picture (key frame) in H.264. Set it to H.264 with a key frame every 2 seconds.',
  'not-decodable':
    'The camera sends data, but no picture can be made of it. Check its video settings (codec, profile).',
  'picture-too-large': 'The pictures are too large: at most 33 megapixels (8K) can be shown.',
  'too-many-pictures': 'The camera sends far too many pictures. Set its frame rate to 30 a second or fewer.',
  ended: 'The camera ended its stream.',
  failed: 'The stream failed: {detail}',
  'learning-view': 'The whole view changed; alerts pause until it is known again.',
  'no-recording-h265': 'H.265: shown and cut into clips, but not recorded. Set the camera to H.264 for recordings.',
  'format-unsteady':
    'The camera changes its picture size again and again: recordings and live view break off each time.',
  'clock-jumps': 'The time stamps of this camera jump; its pictures are placed by when they arrive.',
  'pictures-broken': 'Many pictures arrive broken. Check the network cable, the Wi-Fi or the bit rate of the camera.',
  'key-frames-rare':
    'Whole pictures (key frames) come too rarely for live view and recordings. Set the key frame interval to 2 seconds.',
  'pose-missing': 'The pose model does not run: falls are judged by the background alone, which is less sure.',
}

const ERRORS: Record<string, string> = {
  'app-unknown': 'This version of the hub cannot run {detail}.',
  'bed-missing': '{detail} needs a region with the four corners of the bed.',
  'model-file-missing':
    'No file of an advanced fall model is set up on this hub: falls are judged by the standard one.',
  'model-file-unreadable':
    'The file of the advanced fall model cannot be read ({detail}): falls are judged by the standard one.',
  'model-file-too-large':
    'The file of the advanced fall model is larger than {detail}: falls are judged by the standard one.',
  'model-runtime-missing':
    'Neither onnxruntime-node nor onnxruntime-web can be used on this hub ({detail}): falls are judged by the standard model.',
  'model-not-onnx':
    'The file of the advanced fall model cannot be opened as ONNX ({detail}): falls are judged by the standard one.',
  'model-unfit': 'The advanced fall model does not fit ({detail}): falls are judged by the standard one.',
  'model-too-slow': 'The advanced fall model did not answer in time: falls are judged by the standard one.',
  'model-too-hungry':
    'The advanced fall model used more than {detail} of memory: falls are judged by the standard one.',
  'model-failing': 'The advanced fall model failed ({detail}): falls are judged by the standard one.',
  'bad-address': REASONS['bad-address']!,
  'scene-not-demo': REASONS['scene-not-demo']!,
}

const CLIP_ERRORS: Record<string, string> = {
  'no-pictures': 'The camera gave no pictures around the alert.',
  'copy-too-busy': 'The hub was too busy to make a blurred copy of the clip.',
  'disk-full': 'The clip could not be stored: the disk of the hub is full.',
  'not-stored': 'The clip could not be stored ({detail}).',
  'hub-restarted': 'The hub was restarted before the clip was complete.',
  'file-gone': 'The file of the clip is gone.',
}
/** Said for the same in another place. */
const DISK_WAS_FULL = 'The disk of the hub was full.'

const NOT_UNDERSTOOD = /^This hub does not understand (?<path>.*?): (?<detail>.*)$/s
const NOT_INSTALLED = /^(?<application>.*) is not installed on the camera\.$/s

const reasonPatterns = patternsOf(REASONS, '.*', '$')
const clipPatterns = patternsOf(CLIP_ERRORS, '.*', '$')
/** Several errors stand one after the other. */
const errorPatterns = patternsOf(ERRORS, '.*?', '(?: (?<rest>.+))?$')

/** Null for a sentence that no hub says. */
export function reasonOfSentence(sentence: string): StatusReason | null {
  return factOf(statusReason, reasonPatterns, sentence)
}

/** Null for a sentence that no hub says. */
export function clipErrorOfSentence(sentence: string): ClipError | null {
  if (sentence === DISK_WAS_FULL) return { code: 'disk-full', params: {} }
  return factOf(clipError, clipPatterns, sentence)
}

function factOf<T>(schema: z.ZodType<T>, patterns: typeof reasonPatterns, sentence: string): T | null {
  for (const { code, pattern } of patterns) {
    const found = pattern.exec(sentence)
    const read = found && schema.safeParse({ code, params: { ...found.groups } })
    if (read?.success) return read.data
  }
  return null
}

/** Null when any part is a sentence that no hub says. */
export function errorsOfSentences(sentences: string): SettingsError[] | null {
  const { groups } = NOT_UNDERSTOOD.exec(sentences) ?? {}
  if (groups) {
    const path = groups.path === 'the settings' ? '' : groups.path!
    return [{ code: 'not-understood', params: { path, detail: groups.detail! } }]
  }
  for (const { code, pattern } of errorPatterns) {
    const found = pattern.exec(sentences)?.groups
    const others = found?.rest === undefined ? [] : errorsOfSentences(found.rest)
    const read = found && settingsError.safeParse({ code, params: paramsOf(code, found.detail) })
    if (read?.success && others) return [read.data, ...others]
  }
  return null
}

function paramsOf(code: string, detail: string | undefined) {
  if (detail === undefined) return {}
  if (code === 'app-unknown') return { appCodes: detail.split(', ') }
  return code === 'bed-missing' ? { appCode: detail } : { detail }
}

/** What a hub of before answers when it could not do something. */
export function hubErrorOfBefore({ key, text }: { key: string; text: string }): HubError {
  const application = NOT_INSTALLED.exec(text)?.groups?.application ?? ''
  const params = key === 'not-installed' ? { application } : {}
  const read = hubError.safeParse({ code: key, params })
  return read.success ? read.data : { code: 'failed', params: { detail: text } }
}

function patternsOf(sentences: Record<string, string>, value: '.*' | '.*?', end: string) {
  return Object.entries(sentences).map(([code, sentence]) => {
    const escaped = sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    const pattern = escaped.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${value})`)
    return { code, pattern: new RegExp(`^${pattern}${end}`, 's') }
  })
}
