/** Why the operator's own model is not used: keys that the hub says in sentences (contract/src/camera/hub-refusal.ts). */
export type ModelFault = {
  key:
    | 'model-file-missing'
    | 'model-file-unreadable'
    | 'model-file-too-large'
    | 'model-runtime-missing'
    | 'model-not-onnx'
    | 'model-unfit'
    | 'model-too-slow'
    | 'model-too-hungry'
    | 'model-failing'
  /** A library's or system's own words; no line breaks. */
  detail?: string
}

const DETAIL_MAX = 120

/** What the runtime puts before what it has to say. */
const PREFACE = /^.*ERROR_MESSAGE: */s

/** A fault with another program's words, shortened to one line. */
export function modelFault(key: ModelFault['key'], words: unknown): ModelFault {
  const text = words instanceof Error ? words.message : String(words)
  return {
    key,
    detail: text.replace(PREFACE, '').replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, DETAIL_MAX),
  }
}
