/** Stories of the presentational parts of `shared/`; those that call the service stand on their pages. */
import { Button } from '@mui/material'
import { longName, type Stories } from '#lib/story.tsx'
import { RefusedCameras } from '../cameras/refused-cameras.tsx'
import { ProBadge } from '../pro-badge.tsx'
import { ProFeature } from '../pro-feature.tsx'

export const stories: Stories = {
  ProBadge: { plain: () => <ProBadge /> },
  ProFeature: {
    locked: (say) => (
      <ProFeature feature="incident-reports">
        <Button variant="contained">{say('Reports', 'レポート')}</Button>
      </ProFeature>
    ),
    inline: (say) => (
      <ProFeature feature="incident-reports" inline>
        {longName(say)}
      </ProFeature>
    ),
  },
  RefusedCameras: {
    one: (say) => (
      <RefusedCameras
        title={say('One camera stays as it was', 'カメラ1台は変更されませんでした')}
        refused={[{ cameraId: 'a', key: 'not-found' } as never]}
        named={[{ id: 'a', label: longName(say) } as never]}
      />
    ),
  },
}
