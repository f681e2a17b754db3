/* Generated from schemas/config.schema.json by npm run generate. */

/**
 * A settings file: formctl.yaml in a project, config.yaml in the user's configuration folder.
 */
export interface Config {
  /**
   * The profile that is used when none is named.
   */
  profile?: string
  /**
   * Where the service is: https://…, or embedded:<dir> for one in a folder.
   */
  base_url?: string
  /**
   * The environment (site ID).
   */
  environment?: string
  /**
   * The form whose look new forms inherit.
   */
  source_form?: string
  /**
   * A file of certificates to trust beside the usual ones; only in the user's own file.
   */
  ca_file?: string
  /**
   * How severe the findings of a code are; only in the file of a project.
   */
  rules?: {
    [k: string]: 'error' | 'warning' | 'note' | 'off'
  }
  /**
   * Settings by profile name: letters, digits, dots, - and _.
   */
  profiles?: {
    [k: string]: Profile
  }
}
export interface Profile {
  /**
   * Where the service is.
   */
  base_url?: string
  /**
   * The environment (site ID).
   */
  environment?: string
  /**
   * The form whose look new forms inherit.
   */
  source_form?: string
  /**
   * A file of certificates to trust beside the usual ones; only in the user's own file.
   */
  ca_file?: string
  /**
   * The key; only in the user's own file.
   */
  api_key?: string
  /**
   * A command that prints the key; only in the user's own file, and not beside api_key.
   */
  api_key_command?: string
  /**
   * What the service announced for the key; formctl login writes it into the user's own file.
   */
  announced?: {
    /**
     * The environment (site ID).
     */
    environment?: string
    /**
     * The form whose look new forms inherit.
     */
    source_form?: string
  }
}
