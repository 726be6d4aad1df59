// The order of test files: those that take longest begin, so that none of them runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** More than ten seconds each, the longest first. A file that is not named here runs after them; the order proves nothing. */
const LONG = [
  'service/src/fuzz.long.test.ts',
  'hub/src/control/recordings.rtsp.long.test.ts',
  'service/src/ingest.kill.long.test.ts',
  'service/src/matrix-reach.long.test.ts',
  'service/src/matrix.test.ts',
  'hub/src/pipeline/worker/worker-group.long.test.ts',
  'hub/src/pipeline/frame/privacy.long.test.ts',
  'hub/src/hostile.long.test.ts',
  'hub/src/pipeline/ingest/camera-flow.long.test.ts',
  'tools/cameras/serve.long.test.ts',
  'hub/src/control/rpc/probe.long.test.ts',
  'service/src/notification.histories.long.test.ts',
  'service/src/care/report/report.model.long.test.ts',
  'hub/src/camera-return.long.test.ts',
  'tools/start/launch.long.test.ts',
  'hub/src/vision/background/background.long.test.ts',
  'service/src/alerting/escalation/escalation.histories.long.test.ts',
  'service/src/fleet/hub/hub.shadow.long.test.ts',
  'hub/src/control/rpc/discover.long.test.ts',
  'hub/src/main.long.test.ts',
]

/** Without it a machine that has never run the tests takes them project by project, the largest file first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    const long = LONG.flatMap((path) => others.filter(({ moduleId }) => moduleId.endsWith(`/${path}`)))
    return [...long, ...others.filter((file) => !long.includes(file))]
  }
}
