/** Pages by which a home sets itself up and measures detection in its own rooms, by path (NAV-09). How a page is added says routes.tsx. */
import { createRoute } from '@tanstack/react-router'
import { app, needs, pageWithTexts } from './app-route.tsx'

const walkTest = createRoute({
  getParentRoute: () => app,
  path: 'cameras/walk-test/$cameraId',
  beforeLoad: needs('walkTest.start'),
  component: pageWithTexts('walk-test', () => import('#console/camera/walk-test/walk-page.tsx'), 'WalkPage'),
})

const walkTests = createRoute({
  getParentRoute: () => app,
  path: 'cameras/walk-tests',
  beforeLoad: needs('walkTest.list'),
  component: pageWithTexts('walk-test', () => import('#console/camera/walk-test/walk-list-page.tsx'), 'WalkListPage'),
})

const judgedClips = createRoute({
  getParentRoute: () => app,
  path: 'judged-clips',
  beforeLoad: needs('judgedClip.preview'),
  component: pageWithTexts(
    'judged-clip',
    () => import('#console/insight/judged-clip/judged-clip-page.tsx'),
    'JudgedClipPage',
  ),
})

const firstSteps = createRoute({
  getParentRoute: () => app,
  path: 'first-steps',
  beforeLoad: needs('firstSteps.get'),
  component: pageWithTexts(
    'first-steps',
    () => import('#console/site/first-steps/first-steps-page.tsx'),
    'FirstStepsPage',
  ),
})

export const fieldRoutes = [walkTest, walkTests, judgedClips, firstSteps] as const
