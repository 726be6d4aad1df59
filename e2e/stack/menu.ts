/** The menu of a site's carers, in order, written by hand from the requirement. NAV-02. */
export const CARE_MENU = [
  'Dashboard',
  'Rooms',
  'Residents',
  'Handover',
  'Roster',
  'Accident reports',
  'Analytics',
  'Alerts',
  'Recordings',
  'Check-in',
  'Cameras',
  'Coverage',
]
