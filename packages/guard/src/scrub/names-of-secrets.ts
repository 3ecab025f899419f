/** The words that names of secrets end with, and what each says about the value beside it. */
import type { Category } from "./category.ts";

/**
 * How sure a name makes us. `strong`: any value but a plainly harmless one. `weak`: only a value
 * that looks like a token. `digits`: only a number. `line`: everything to the end of the line.
 */
export type Sureness = "strong" | "weak" | "digits" | "line" | "header";

export interface KeyMeaning {
  readonly category: Category;
  readonly sureness: Sureness;
}

type NameTable = Readonly<Partial<Record<Category, string>>>;

const STRONG: NameTable = {
  password:
    "password passwd passphrase passcode pass pwd passwort userpassword dbpass mypwd kennwort psk",
  secret:
    "secret secretkey clientsecret appsecret sharedsecret signingkey signingsecret encryptionkey " +
    "encryptkey masterkey privatekey authkey secretkeybase hmackey cryptkey sharedkey sshkey " +
    "deploykey servicekey licensekey seed nanoseed walletseed cookiesecret credential credentials " +
    "secrets consumersecret keybase rsakey privkey secretvalue apisecret pepper secretid presharedkey",
  token:
    "token authtoken accesstoken refreshtoken idtoken bearertoken sessiontoken csrftoken " +
    "xsrftoken apitoken usertoken bottoken deploytoken pat authtokens jwttoken oauthtoken",
  "api-key":
    "apikey appkey accesskey apikeys xapikey subscriptionkey ocpapimsubscriptionkey adminkey writekey serverkey ingestkey",
  aws: "secretaccesskey awssecretkey awssecret amzsignature amzsecuritytoken amzcredential",
  azure: "accountkey sharedaccesskey sharedaccesssignature storagekey",
  gcp: "privatekeyid",
  "session-id": "sessionid phpsessid jsessionid sessid connectsid aspsessionid sessionkey",
  "totp-seed": "totp totpsecret totpseed otpsecret otpseed mfasecret twofactorsecret fasecret",
  lightning: "macaroon adminmacaroon",
  jwt: "jwt",
};

const WEAK: NameTable = {
  "docker-auth": "auth identitytoken registryauth",
  "api-key": "key",
  token: "authcode authorizationcode samlresponse assertion clientassertion",
  "session-id": "sid session",
  azure: "sig",
};

const DIGITS: NameTable = {
  "credit-card": "cvv cvc cvvcode cardnumber creditcard pan cardno",
  ssn: "ssn socialsecurity socialsecuritynumber",
  phone: "phone phonenumber mobile mobilenumber telephone tel cellphone msisdn",
  password: "pin pincode",
  "totp-seed": "otp otpcode mfacode totpcode verificationcode",
};

const LINE: NameTable = {
  mnemonic: "mnemonic seedphrase recoveryphrase mnemonicphrase walletphrase",
};

const HEADER: NameTable = {
  authorization: "authorization proxyauthorization",
  cookie: "cookie setcookie cookies",
};

/** Keys that everybody may see, or that are no keys to anything. */
const OPEN_KEYS =
  "publickey pubkey primarykey foreignkey cachekey sortkey partitionkey routingkey objectkey";
/** Long enough to be meant even where nothing separates them from what stands before. */
const MEANT_AS_ENDING = "password passwd passphrase secret apikey token secretkey accesskey";
/** Says which one of several it is, and nothing about what it is. */
export const WHICH_ONE =
  "prod production dev development test staging live old new primary secondary value confirmation " +
  "confirm current base64 b64 plain raw string here";

interface NameEntry {
  readonly meaning: KeyMeaning | "open";
  /** The name also counts as the end of a longer word. */
  readonly isEnding: boolean;
}

export const NAMES: ReadonlyMap<string, NameEntry> = names();

function names(): Map<string, NameEntry> {
  const endings = new Set(MEANT_AS_ENDING.split(" "));
  const all = new Map<string, NameEntry>();
  for (const name of OPEN_KEYS.split(" ")) all.set(name, { meaning: "open", isEnding: false });
  const tables = { strong: STRONG, weak: WEAK, digits: DIGITS, line: LINE, header: HEADER };
  for (const [sureness, table] of Object.entries(tables) as [Sureness, NameTable][]) {
    for (const [category, list] of Object.entries(table) as [Category, string][]) {
      for (const name of list.split(" ")) {
        all.set(name, { meaning: { category, sureness }, isEnding: endings.has(name) });
      }
    }
  }
  return all;
}
