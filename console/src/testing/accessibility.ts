/** What is wrong with a page as it stands: what axe calls serious, and what is wider than the window. */
import axe from 'axe-core'
import { expect } from 'vitest'

/** Each error as `rule: targets`. What still fades or slides comes to rest first. */
export async function seriousErrors(): Promise<string[]> {
  await expect.poll(isSteady).toBe(true)
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
}

/** `12px too wide`, or nothing. */
export function widthErrors(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth}px too wide`] : []
}

/** What turns for ever is not waited for. */
function isSteady(): boolean {
  if (document.querySelector('.MuiSkeleton-root, [aria-busy="true"]')) return false
  return document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    .every(({ playState }) => playState !== 'running')
}
