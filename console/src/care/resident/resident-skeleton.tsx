/** A resident's page while it loads, with its final height. RESIDENT-01. */
import { Skeleton } from '@mui/material'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'

/** Final sizes: the buttons, a stay, a fall, a week of nights. */
const ACTIONS = { width: { xs: 'calc(100vw - 40px)', sm: 560 }, height: { xs: 88, sm: 40 } }
const STAY = { height: { xs: 179, md: 132 } }
const FALLS = { height: { xs: 179, md: 130 } }
const NIGHTS = { height: { xs: 784, md: 398 } }

/** The row of buttons next to the name; on a phone two rows. */
export function ResidentHeadSkeleton() {
  return <Skeleton variant="rounded" sx={ACTIONS} />
}

/** The cards of nights, falls and reports, which load later than the resident. */
export function LifeSkeleton() {
  return (
    <>
      <Skeleton variant="rounded" sx={NIGHTS} />
      <Skeleton variant="rounded" sx={FALLS} />
      <Skeleton variant="rounded" height={95} />
    </>
  )
}

/** `hasLife`: with the cards of nights, falls and reports. */
export function ResidentSkeleton({ hasLife }: { hasLife: boolean }) {
  return (
    <DetailLayout
      main={
        <>
          <Skeleton variant="rounded" sx={STAY} />
          {hasLife && <LifeSkeleton />}
        </>
      }
      aside={
        <>
          <Skeleton variant="rounded" sx={STAY} />
          <Skeleton variant="rounded" height={304} />
        </>
      }
    />
  )
}
