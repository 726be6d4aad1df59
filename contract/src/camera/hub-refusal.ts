/** What of a camera's settings its hub cannot put in force: sentences that clients say in their language. No zod here. CAM-06. */

/**
 * For a technician, with what they name in braces; never credentials. Several stand one after the other. They travel and
 * are stored as they read, so that whoever asks the interface understands them; `readRefusals` finds their keys again.
 */
export const HUB_REFUSALS = {
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
} as const

export type HubRefusal = keyof typeof HUB_REFUSALS
export type Refused = { refusal: HubRefusal; detail?: string | undefined }

/** The sentences in English, in their order. */
export function refusalText(refused: readonly Refused[]): string {
  return refused.map(({ refusal, detail }) => HUB_REFUSALS[refusal].replace('{detail}', () => detail ?? '')).join(' ')
}

const PATTERNS = Object.entries(HUB_REFUSALS).map(([refusal, sentence]) => {
  const pattern = sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{detail}', '(?<detail>.*?)')
  return { refusal: refusal as HubRefusal, pattern: new RegExp(`^${pattern}(?: (?<rest>.+))?$`, 's') }
})

/** Which sentences they are and what each names; null when any part is in words of the hub's own. */
export function readRefusals(text: string): Refused[] | null {
  for (const { refusal, pattern } of PATTERNS) {
    const found = pattern.exec(text)?.groups
    const others = found?.rest === undefined ? [] : readRefusals(found.rest)
    if (found && others)
      return [{ refusal, ...(found.detail === undefined ? {} : { detail: found.detail }) }, ...others]
  }
  return null
}
