/** Collects the jobs of every feature: all background work of the service. */
import type { Logger } from 'pino'
import { endReturned } from './alerting/alarm/alarm.returned.ts'
import { giveUpClips, removeDeleted } from './alerting/alert/alert.jobs.ts'
import { forgetEscalations } from './alerting/escalation/escalation.engine.ts'
import { notificationJobs } from './alerting/notification/notification.jobs.ts'
import { forgetWebhookLog, sendWebhooks } from './alerting/webhook/webhook.jobs.ts'
import { watchViews } from './camera/camera/camera.view.ts'
import { endWalks } from './camera/walk/walk.jobs.ts'
import { dropAccidents } from './care/accident/accident.jobs.ts'
import { forgetReminders } from './care/booking/booking.work.ts'
import { writeNights } from './care/handover/handover.jobs.ts'
import { forgetReportJobs } from './care/report/report.jobs.ts'
import { eraseResidents } from './care/resident/resident.jobs.ts'
import { raiseFloors } from './care/room/room.floor.ts'
import { forgetRooms, unknowRooms } from './care/room/room.jobs.ts'
import { endVisits } from './care/visit/visit.ends.ts'
import { dropOrphans } from './footage/media/media.jobs.ts'
import { moveFiles } from './footage/media/media.move.ts'
import { sweepBucket } from './footage/media/media.sweep.ts'
import { checkFiles, discardFiles, dropInits } from './footage/recording/recording.jobs.ts'
import { makeRoom, retainRecordings } from './footage/recording/recording.retention.ts'
import { checkOidcSessions } from './identity/session/oidc/oidc.check.ts'
import { sendResetCodes } from './identity/session/reset.jobs.ts'
import { forgetLoad, watchLoad } from './insight/load/load.jobs.ts'
import { forgetMeasurements } from './insight/measurement/measurement.jobs.ts'
import { sumDays } from './insight/metrics/metrics.days.jobs.ts'
import { workOutNights } from './insight/metrics/metrics.sleep.jobs.ts'
import { readNightNow } from './insight/metrics/metrics.sleep.running.ts'
import { diskOf } from './platform/disk.ts'
import { forgetMail, sendMail } from './platform/messaging/mail.jobs.ts'
import type { Platform } from './platform/platform.ts'
import { createJobRunner, type Job, type JobRunner } from './platform/work/jobs.ts'
import { tellExternal } from './site/external/external.jobs.ts'
import { removeTenants } from './site/tenant/tenant.deletion.jobs.ts'

/** `more`: jobs that need other parts of the service. */
export function createJobs(
  platform: Platform & { mayForget: () => boolean },
  logger: Logger,
  more: Job[],
  { smtp } = platform.config,
): JobRunner {
  const byAge: Job[] = [
    removeDeleted(platform.storage),
    removeTenants(platform.storage),
    dropInits,
    retainRecordings,
    forgetMeasurements,
    forgetRooms,
    eraseResidents,
    dropAccidents,
    forgetMail,
    forgetEscalations,
    forgetReportJobs,
    forgetLoad,
    forgetReminders,
    forgetWebhookLog,
  ]
  const jobs: Job[] = [
    ...byAge.map((job) => ({ ...job, isByAge: true })),
    giveUpClips(platform.bus),
    dropOrphans(platform.storage),
    ...more,
    discardFiles(platform.storage),
    // Removing files from a bucket frees no space on the disk, so makeRoom is not needed.
    ...(platform.bucket ? [sweepBucket({ bucket: platform.bucket, log: logger })] : []),
    platform.bucket ? moveFiles(platform.bucket) : makeRoom(platform.storage, diskOf(platform.config.dataDir)),
    checkFiles(platform.storage),
    unknowRooms(platform.bus),
    raiseFloors(platform),
    endReturned(platform),
    endVisits(platform),
    endWalks(platform.bus),
    watchViews(platform.mail),
    ...notificationJobs(platform),
    sumDays,
    workOutNights,
    watchLoad(platform.mail),
    ...writeNights({ ...platform, runningNight: readNightNow, logger }),
    sendResetCodes(platform),
    checkOidcSessions(platform),
    tellExternal({ ...platform, logger }),
    sendWebhooks({ ...platform, logger }),
    ...(smtp ? [sendMail({ ...platform, smtp, logger })] : []),
  ]
  return createJobRunner(jobs, platform, logger)
}
