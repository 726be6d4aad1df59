/** The shape of an alert's page while it loads. */
import { Skeleton } from '@mui/material'
import { Late } from '#ui/feedback/late.tsx'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

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
