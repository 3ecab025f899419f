export { PacedPort } from "./paced-port.ts";
export { type PendingOffer, PendingOffers } from "./pending-offers.ts";
export { type Received, type ReceiveNeeds, receiveFiles } from "./receive-files.ts";
export { type SendNeeds, sendFiles } from "./send-files.ts";
export type { PlainFile } from "./slurp/pack.ts";
export type { SkippedFile } from "./slurp/unpack.ts";
export type { TransferNeeds, TransferStep } from "./transfer.ts";
export { type Offer, readTransferMessage, transferText } from "./transfer-message.ts";
export type { Delivery, Incoming, TransferPort } from "./transfer-port.ts";
