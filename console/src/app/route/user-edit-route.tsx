/** users/edit/{id} with what other nouns say about a user. */
import { UserDevices } from '#console/identity/device/device-card.tsx'
import { UserEditPage } from '#console/identity/user/user-edit-page.tsx'

export function UserEditRoute() {
  return <UserEditPage panels={({ id }) => <UserDevices key={id} userId={id} />} />
}
