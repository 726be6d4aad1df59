/** The schemas that the API description names; all others are written where they are used. */
import { alarm } from './alerting/alarm.ts'
import { alert, alertDetail, alertFilter, clipState } from './alerting/alert.ts'
import { severityCounts } from './alerting/alert-dashboard.ts'
import { savedFilterContent, savedFilterDraft } from './alerting/alert-filter.ts'
import { contact } from './alerting/contact.ts'
import { deliveryState } from './alerting/notification.ts'
import { webhook, webhookDelivery } from './alerting/webhook.ts'
import { appSettings } from './camera/app-settings.ts'
import { cameraDetail, cameraRecord, cameraStatus } from './camera/camera.ts'
import { cameraApp } from './camera/camera-app.ts'
import { cameraType } from './camera/camera-fields.ts'
import { cameraShadow } from './camera/camera-shadow.ts'
import { hubError } from './camera/hub-request.ts'
import { liveOff, registrationStatus, runningStatus } from './camera/running.ts'
import { interval, schedule } from './camera/schedule.ts'
import { settingsError, settingsErrors } from './camera/settings-error.ts'
import { statusReason } from './camera/status-reason.ts'
import { subscribers } from './camera/subscriber.ts'
import { accidentDetail, accidentForm } from './care/accident.ts'
import { booking, occurrence } from './care/booking.ts'
import { checkIn } from './care/event.ts'
import { handoverAlarm, handoverRoom, handoverSheet } from './care/handover.ts'
import { eventDetail } from './care/report.ts'
import { resident, residentDetail } from './care/resident.ts'
import { agent, agentDetail } from './fleet/agent.ts'
import { damagedStore } from './fleet/heartbeat.ts'
import { workerLoss } from './fleet/worker-loss.ts'
import { recording, recordingDetail } from './footage/recording.ts'
import { gapCause } from './footage/recording-intake.ts'
import { retention } from './footage/recording-retention.ts'
import { device } from './identity/device.ts'
import { security } from './identity/security.ts'
import { applicationTenant, dateFormat, impersonatedTenant, role, sessionUser } from './identity/session.ts'
import { user } from './identity/user.ts'
import { activity, alertAppCode, appCode, featureState } from './shared/apps.ts'
import { otherFact } from './shared/fact.ts'
import { box, detection, point, region } from './shared/geometry.ts'
import { asset, escalation, shift, tag } from './site/asset.ts'
import { external, externalRun, fieldMap } from './site/external.ts'
import { followedApp } from './site/followed-app.ts'
import { tenant } from './site/tenant.ts'
import { tenantDeletion } from './site/tenant-deletion.ts'
import { unit } from './site/unit.ts'

/** By their names there. Decision 0008. */
export const NAMED_SCHEMAS = {
  Accident: accidentDetail,
  AccidentForm: accidentForm,
  Activity: activity,
  Agent: agentDetail,
  AgentInList: agent,
  Alarm: alarm,
  Alert: alert,
  AlertAppCode: alertAppCode,
  AlertDetail: alertDetail,
  AlertFilter: alertFilter,
  AppCode: appCode,
  AppSettings: appSettings,
  ApplicationTenant: applicationTenant,
  Asset: asset,
  Booking: booking,
  Box: box,
  Camera: cameraDetail,
  CameraInList: cameraRecord,
  CameraApp: cameraApp,
  CameraShadow: cameraShadow,
  CameraStatus: cameraStatus,
  CameraType: cameraType,
  CheckIn: checkIn,
  ClipState: clipState,
  Contact: contact,
  DamagedStore: damagedStore,
  WorkerLoss: workerLoss,
  DateFormat: dateFormat,
  DeliveryState: deliveryState,
  Detection: detection,
  Device: device,
  Escalation: escalation,
  IncidentReport: eventDetail,
  External: external,
  ExternalRun: externalRun,
  FeatureState: featureState,
  FieldMap: fieldMap,
  FollowedApp: followedApp,
  GapCause: gapCause,
  HandoverAlarm: handoverAlarm,
  HandoverRoom: handoverRoom,
  HandoverSheet: handoverSheet,
  HubError: hubError,
  ImpersonatedTenant: impersonatedTenant,
  Interval: interval,
  LiveOff: liveOff,
  Occurrence: occurrence,
  OtherFact: otherFact,
  Point: point,
  Recording: recording,
  RecordingDetail: recordingDetail,
  Region: region,
  RegistrationStatus: registrationStatus,
  Resident: resident,
  ResidentDetail: residentDetail,
  Retention: retention,
  Role: role,
  RunningStatus: runningStatus,
  SavedFilterContent: savedFilterContent,
  SavedFilterDraft: savedFilterDraft,
  Schedule: schedule,
  Security: security,
  SessionUser: sessionUser,
  SettingsError: settingsError,
  SettingsErrors: settingsErrors,
  SeverityCounts: severityCounts,
  Shift: shift,
  StatusReason: statusReason,
  Subscribers: subscribers,
  Tag: tag,
  Tenant: tenant,
  TenantDeletion: tenantDeletion,
  Unit: unit,
  User: user,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
}
