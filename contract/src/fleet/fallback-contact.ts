/** What a hub needs to close its contacts of the nurse call by itself while the service is silent. REACH-64. */
import { z } from 'zod'
import { CONTACTS_MAX } from '../camera/contact-lists.ts'
import { contactDevice } from '../camera/hub-request.ts'
import { ALERT_APP_CODES, SIGNAL } from '../shared/app-catalogue.ts'
import { alertSeverity } from '../shared/apps.ts'

/** The service has decided who closes it: the hub only looks up an alert's camera, app and severity. */
const fallbackContact = z.object({
  contactId: z.uuid(),
  device: contactDevice,
  severities: z.array(alertSeverity),
  /** The hub's own cameras, and which of their apps; `site-signal`: the digital input, at any severity. */
  calls: z.array(z.object({ cameraId: z.uuid(), appCodes: z.array(z.enum([...ALERT_APP_CODES, SIGNAL])) })),
})
export const fallbackContacts = z.array(fallbackContact).max(CONTACTS_MAX)
export type FallbackContact = z.infer<typeof fallbackContact>
