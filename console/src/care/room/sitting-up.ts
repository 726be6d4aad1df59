/** Somebody sitting on the edge of a bed, in the look of the other signs. */
import { createLucideIcon } from 'lucide-react'

export const SittingUp = createLucideIcon('sitting-up', [
  ['circle', { cx: '9', cy: '5', r: '2', key: 'head' }],
  ['path', { d: 'M9 9v6h6v5', key: 'body' }],
  ['path', { d: 'M3 15h6', key: 'bed' }],
  ['path', { d: 'M3 12v8', key: 'post' }],
])
