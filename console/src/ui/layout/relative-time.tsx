/** `2 min ago`, saved true while it is shown; the exact time with its zone on hover. */
import { useNow, useTime } from '#lib/time/use-time.ts'

export function RelativeTime({ at }: { at: string }) {
  const time = useTime()
  const now = useNow()
  return (
    <time dateTime={at} title={time.exact(at)} style={{ whiteSpace: 'nowrap' }}>
      {time.relative(at, now)}
    </time>
  )
}
