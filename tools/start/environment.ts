// What a child gets of the launcher's environment: what programs need to run, and the settings of Mimamori that stay.
const KEPT =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|NODE_EXTRA_CA_CERTS|NO_COLOR|LOG_LEVEL|SystemRoot|APPDATA|MIMAMORI_MASTER_KEY(_FILE)?|MIMAMORI_DEMO_.*)$/i

/** Leaves out everything else, so that a setting meant for another program (DATABASE_URL, S3 keys) changes nothing. */
export function childEnvironment(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => KEPT.test(name)))
}
