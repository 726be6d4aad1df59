/** By hand from the requirement: what carers of a site find in the menu, in its order. NAV-02. */
export const CARE_MENU = [
  'Dashboard',
  'Rooms',
  'Residents',
  'Handover',
  'Accident reports',
  'Analytics',
  'Alerts',
  'Recordings',
  'Check-in',
  'Cameras',
  'Coverage',
]
