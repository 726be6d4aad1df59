/**
 * The only filter for pictures in hub responses: each response that may contain one passes it. RESIDENT-01; decision
 * 0021.
 */
import type { HubAnswer, HubQuestionType } from '@mimamori/contract/camera/hub-question.ts'

type Result<T extends HubQuestionType> = NonNullable<HubAnswer<T>['result']>

/** How each kind of answer loses its picture. A test lists the kinds that hold one. */
const WITHOUT_PICTURE = {
  probe: (result: Result<'probe'>) => ({ ...result, jpeg: '' }),
  tryout: (result: Result<'tryout'>) => ({ ...result, frame: null }),
  walk: (result: Result<'walk'>) => ({ ...result, frame: null }),
}
export type PictureKind = keyof typeof WITHOUT_PICTURE
export const PICTURE_KINDS = Object.keys(WITHOUT_PICTURE) as PictureKind[]

/** The answer with its picture where the asking role may see it clearly, else without. */
export function shownAnswer<T extends PictureKind>(result: Result<T>, isClear: boolean): Result<T> {
  if (isClear) return result
  const kind: T = (result as { type: T }).type
  const without = WITHOUT_PICTURE[kind] as unknown as (one: Result<T>) => Result<T>
  return without(result)
}
