/** The style and the script of the page. The build bundles them from ./browser/; this file only declares them. */

export declare const STYLE: string;
/** The digest by which the policy of the page allows the style. */
export declare const STYLE_HASH: string;
export declare const SCRIPT: string;
/** The digest by which the policy of the page allows the script. */
export declare const SCRIPT_HASH: string;
