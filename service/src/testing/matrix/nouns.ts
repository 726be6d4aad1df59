/** What the objects of calls are in the matrix; each place has one of each. */
export type MatrixNoun =
  | 'alert'
  /** An alert that is deleted and restored. */
  | 'discarded'
  /** A passkey of another user. */
  | 'passkey'
  | 'serviceAccount'
  | 'webhook'
  /** A call of a webhook. */
  | 'webhookDelivery'
  /** A contact of the nurse call. */
  | 'contact'
  /** A saved filter of another user. */
  | 'alertFilter'
  | 'camera'
  | 'unit'
  | 'thumbnail'
  | 'site'
  | 'user'
  | 'administrator'
  | 'mail'
  | 'agent'
  | 'tag'
  | 'externalRun'
  | 'report'
  | 'recording'
  | 'delivery'
  | 'checkIn'
  | 'booking'
  | 'occurrence'
  /** A report of an accident to the municipality. */
  | 'accident'
  /** A shift that was handed over. */
  | 'handover'
  /** A care visit of a room. */
  | 'visit'
  /** A walk test that runs at a camera. */
  | 'walk'
  | 'resident'
