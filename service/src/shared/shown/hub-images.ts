/**
 * The only filter for images in hub responses: each response that may contain one passes it. RESIDENT-01; decision
 * 0021.
 */
import type { HubAnswer, HubRequestType } from '@mimamori/contract/camera/hub-request.ts'

type Result<T extends HubRequestType> = NonNullable<HubAnswer<T>['result']>

/** How each kind of answer loses its image. A test lists the kinds that hold one. */
const WITHOUT_IMAGE = {
  probe: (result: Result<'probe'>) => ({ ...result, jpeg: '' }),
  tryout: (result: Result<'tryout'>) => ({ ...result, frame: null }),
  walk: (result: Result<'walk'>) => ({ ...result, frame: null }),
}
export type ImageKind = keyof typeof WITHOUT_IMAGE
export const IMAGE_KINDS = Object.keys(WITHOUT_IMAGE) as ImageKind[]

/** The answer with its image where the asking role may see it clearly, else without. */
export function shownAnswer<T extends ImageKind>(result: Result<T>, isClear: boolean): Result<T> {
  if (isClear) return result
  const kind: T = (result as { type: T }).type
  const without = WITHOUT_IMAGE[kind] as unknown as (one: Result<T>) => Result<T>
  return without(result)
}
