/** Joins the first setup with the forms of other nouns: nouns meet here, not in each other. DOOR-01. */
import { CameraNewForm } from '#console/camera/camera/form/camera-new-page.tsx'
import { CameraBed } from '#console/camera/camera-region/camera-bed.tsx'
import { AgentElsewhere } from '#console/fleet/agent/agent-elsewhere.tsx'
import { InvitePanel } from '#console/identity/user/invite-panel.tsx'
import { SetupPage } from '#console/site/setup/setup-page.tsx'
import { TestAlarmHere } from './device-check/test-alarm-here.tsx'

export function SetupRoute() {
  return (
    <SetupPage
      HubElsewhere={AgentElsewhere}
      CameraForm={CameraNewForm}
      Bed={CameraBed}
      Invite={InvitePanel}
      TestAlarm={TestAlarmHere}
    />
  )
}
