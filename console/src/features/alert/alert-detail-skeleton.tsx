/** The shape of an alert's page while it loads. */
import { Skeleton } from '@mui/material'
import { DetailLayout } from '#ui/detail-layout.tsx'
import { Late } from '#ui/late.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function AlertDetailSkeleton() {
  return (
    <Late>
      <PageHeader title={<Skeleton width={240} />} subtitle={<Skeleton width={320} />} />
      <DetailLayout
        main={<Skeleton variant="rounded" sx={{ aspectRatio: '16 / 9', height: 'auto' }} />}
        aside={
          <>
            <Skeleton variant="rounded" height={220} />
            <Skeleton variant="rounded" height={280} />
          </>
        }
      />
    </Late>
  )
}
