/* Generated from schemas/journal-entry.schema.json by npm run generate. */
"use strict";
export const validateJournalEntry = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:journal-entry","title":"JournalEntry","description":"A note on one form that is being created, written before the form is sent: a file in the folder journal of the state folder.","type":"object","additionalProperties":false,"required":["schema_version","id","at","spec","name","baseUrl","environmentId","contentHash","idempotencyKey","process","state"],"properties":{"schema_version":{"const":1},"id":{"type":"string","pattern":"^[0-9a-f]{16}$","description":"The name of the note."},"at":{"type":"string","description":"When the form was first sent, ISO 8601."},"spec":{"type":"string","description":"The whole path of the spec; - stands for the standard input."},"row":{"type":"integer","description":"The row of the table that the form was filled in from."},"name":{"type":"string","description":"The name of the form."},"baseUrl":{"type":"string","description":"The service."},"environmentId":{"type":"string","description":"The environment."},"contentHash":{"type":"string","description":"SHA-256 of the request body, hex."},"idempotencyKey":{"type":"string","description":"The Idempotency-Key of the request."},"process":{"type":"object","description":"The process that sends the form.","additionalProperties":false,"required":["pid","start"],"properties":{"pid":{"type":"integer","minimum":1},"start":{"type":"string","description":"What tells it from a later process of that number."}}},"state":{"enum":["sending","unknown","created"],"description":"sending: no outcome yet; unknown: it may exist; created: it exists, and its id was not told yet."},"reason":{"type":"string","description":"Why it is unknown whether the form exists."},"form":{"type":"object","description":"The form that was created.","additionalProperties":false,"required":["id","url"],"properties":{"id":{"type":"string"},"url":{"type":"string"}}},"lock":{"type":"object","description":"Where the id of the form is to stand, when forms apply sends it: a lock file, and the entry in it.","additionalProperties":false,"required":["path","spec","content"],"properties":{"path":{"type":"string","description":"The whole path of the lock file."},"spec":{"type":"string","description":"The spec, as the lock file names it."},"document":{"type":"integer","description":"Which form of the spec it is; left out for the first."},"row":{"type":"string","description":"The key of the row."},"content":{"type":"string","description":"What is sent, as the lock file tells it."},"keys":{"type":"array","minItems":1,"description":"The questions that have a key in the spec.","items":{"type":"object","additionalProperties":false,"required":["key","type","headline"],"properties":{"key":{"type":"string","description":"The key."},"type":{"type":"string","description":"The component type."},"headline":{"type":"string","description":"The question, as answers carry it."}}}}}}}};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[0-9a-f]{16}$", "u");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="formctl:journal-entry" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.schema_version === undefined) || (!(func0.call(data, "schema_version")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "schema_version"},message:"must have required property '"+"schema_version"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.at === undefined) || (!(func0.call(data, "at")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "at"},message:"must have required property '"+"at"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.spec === undefined) || (!(func0.call(data, "spec")))){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "spec"},message:"must have required property '"+"spec"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((data.baseUrl === undefined) || (!(func0.call(data, "baseUrl")))){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "baseUrl"},message:"must have required property '"+"baseUrl"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((data.environmentId === undefined) || (!(func0.call(data, "environmentId")))){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environmentId"},message:"must have required property '"+"environmentId"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((data.contentHash === undefined) || (!(func0.call(data, "contentHash")))){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contentHash"},message:"must have required property '"+"contentHash"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((data.idempotencyKey === undefined) || (!(func0.call(data, "idempotencyKey")))){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "idempotencyKey"},message:"must have required property '"+"idempotencyKey"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((data.process === undefined) || (!(func0.call(data, "process")))){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "process"},message:"must have required property '"+"process"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((data.state === undefined) || (!(func0.call(data, "state")))){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema11.properties, key0))){
const err11 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.schema_version !== undefined && func0.call(data, "schema_version")){
if(1 !== data.schema_version){
const err12 = {instancePath:instancePath+"/schema_version",schemaPath:"#/properties/schema_version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err13 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{16}$"},message:"must match pattern \""+"^[0-9a-f]{16}$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.at !== undefined && func0.call(data, "at")){
if(typeof data.at !== "string"){
const err15 = {instancePath:instancePath+"/at",schemaPath:"#/properties/at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.spec !== undefined && func0.call(data, "spec")){
if(typeof data.spec !== "string"){
const err16 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.row !== undefined && func0.call(data, "row")){
let data4 = data.row;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err17 = {instancePath:instancePath+"/row",schemaPath:"#/properties/row/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err18 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.baseUrl !== undefined && func0.call(data, "baseUrl")){
if(typeof data.baseUrl !== "string"){
const err19 = {instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.environmentId !== undefined && func0.call(data, "environmentId")){
if(typeof data.environmentId !== "string"){
const err20 = {instancePath:instancePath+"/environmentId",schemaPath:"#/properties/environmentId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.contentHash !== undefined && func0.call(data, "contentHash")){
if(typeof data.contentHash !== "string"){
const err21 = {instancePath:instancePath+"/contentHash",schemaPath:"#/properties/contentHash/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.idempotencyKey !== undefined && func0.call(data, "idempotencyKey")){
if(typeof data.idempotencyKey !== "string"){
const err22 = {instancePath:instancePath+"/idempotencyKey",schemaPath:"#/properties/idempotencyKey/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.process !== undefined && func0.call(data, "process")){
let data10 = data.process;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if((data10.pid === undefined) || (!(func0.call(data10, "pid")))){
const err23 = {instancePath:instancePath+"/process",schemaPath:"#/properties/process/required",keyword:"required",params:{missingProperty: "pid"},message:"must have required property '"+"pid"+"'"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((data10.start === undefined) || (!(func0.call(data10, "start")))){
const err24 = {instancePath:instancePath+"/process",schemaPath:"#/properties/process/required",keyword:"required",params:{missingProperty: "start"},message:"must have required property '"+"start"+"'"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key1 of Object.keys(data10)){
if(!((key1 === "pid") || (key1 === "start"))){
const err25 = {instancePath:instancePath+"/process",schemaPath:"#/properties/process/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data10.pid !== undefined && func0.call(data10, "pid")){
let data11 = data10.pid;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err26 = {instancePath:instancePath+"/process/pid",schemaPath:"#/properties/process/properties/pid/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 1 || isNaN(data11)){
const err27 = {instancePath:instancePath+"/process/pid",schemaPath:"#/properties/process/properties/pid/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
if(data10.start !== undefined && func0.call(data10, "start")){
if(typeof data10.start !== "string"){
const err28 = {instancePath:instancePath+"/process/start",schemaPath:"#/properties/process/properties/start/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/process",schemaPath:"#/properties/process/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.state !== undefined && func0.call(data, "state")){
let data13 = data.state;
if(!(((data13 === "sending") || (data13 === "unknown")) || (data13 === "created"))){
const err30 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema11.properties.state.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.reason !== undefined && func0.call(data, "reason")){
if(typeof data.reason !== "string"){
const err31 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.form !== undefined && func0.call(data, "form")){
let data15 = data.form;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if((data15.id === undefined) || (!(func0.call(data15, "id")))){
const err32 = {instancePath:instancePath+"/form",schemaPath:"#/properties/form/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if((data15.url === undefined) || (!(func0.call(data15, "url")))){
const err33 = {instancePath:instancePath+"/form",schemaPath:"#/properties/form/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
for(const key2 of Object.keys(data15)){
if(!((key2 === "id") || (key2 === "url"))){
const err34 = {instancePath:instancePath+"/form",schemaPath:"#/properties/form/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data15.id !== undefined && func0.call(data15, "id")){
if(typeof data15.id !== "string"){
const err35 = {instancePath:instancePath+"/form/id",schemaPath:"#/properties/form/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data15.url !== undefined && func0.call(data15, "url")){
if(typeof data15.url !== "string"){
const err36 = {instancePath:instancePath+"/form/url",schemaPath:"#/properties/form/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath:instancePath+"/form",schemaPath:"#/properties/form/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.lock !== undefined && func0.call(data, "lock")){
let data18 = data.lock;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if((data18.path === undefined) || (!(func0.call(data18, "path")))){
const err38 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((data18.spec === undefined) || (!(func0.call(data18, "spec")))){
const err39 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/required",keyword:"required",params:{missingProperty: "spec"},message:"must have required property '"+"spec"+"'"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if((data18.content === undefined) || (!(func0.call(data18, "content")))){
const err40 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
for(const key3 of Object.keys(data18)){
if(!((((((key3 === "path") || (key3 === "spec")) || (key3 === "document")) || (key3 === "row")) || (key3 === "content")) || (key3 === "keys"))){
const err41 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data18.path !== undefined && func0.call(data18, "path")){
if(typeof data18.path !== "string"){
const err42 = {instancePath:instancePath+"/lock/path",schemaPath:"#/properties/lock/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data18.spec !== undefined && func0.call(data18, "spec")){
if(typeof data18.spec !== "string"){
const err43 = {instancePath:instancePath+"/lock/spec",schemaPath:"#/properties/lock/properties/spec/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data18.document !== undefined && func0.call(data18, "document")){
let data21 = data18.document;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err44 = {instancePath:instancePath+"/lock/document",schemaPath:"#/properties/lock/properties/document/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data18.row !== undefined && func0.call(data18, "row")){
if(typeof data18.row !== "string"){
const err45 = {instancePath:instancePath+"/lock/row",schemaPath:"#/properties/lock/properties/row/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data18.content !== undefined && func0.call(data18, "content")){
if(typeof data18.content !== "string"){
const err46 = {instancePath:instancePath+"/lock/content",schemaPath:"#/properties/lock/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data18.keys !== undefined && func0.call(data18, "keys")){
let data24 = data18.keys;
if(Array.isArray(data24)){
if(data24.length < 1){
const err47 = {instancePath:instancePath+"/lock/keys",schemaPath:"#/properties/lock/properties/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
const len0 = data24.length;
for(let i0=0; i0<len0; i0++){
let data25 = data24[i0];
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if((data25.key === undefined) || (!(func0.call(data25, "key")))){
const err48 = {instancePath:instancePath+"/lock/keys/" + i0,schemaPath:"#/properties/lock/properties/keys/items/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((data25.type === undefined) || (!(func0.call(data25, "type")))){
const err49 = {instancePath:instancePath+"/lock/keys/" + i0,schemaPath:"#/properties/lock/properties/keys/items/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if((data25.headline === undefined) || (!(func0.call(data25, "headline")))){
const err50 = {instancePath:instancePath+"/lock/keys/" + i0,schemaPath:"#/properties/lock/properties/keys/items/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
for(const key4 of Object.keys(data25)){
if(!(((key4 === "key") || (key4 === "type")) || (key4 === "headline"))){
const err51 = {instancePath:instancePath+"/lock/keys/" + i0,schemaPath:"#/properties/lock/properties/keys/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data25.key !== undefined && func0.call(data25, "key")){
if(typeof data25.key !== "string"){
const err52 = {instancePath:instancePath+"/lock/keys/" + i0+"/key",schemaPath:"#/properties/lock/properties/keys/items/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data25.type !== undefined && func0.call(data25, "type")){
if(typeof data25.type !== "string"){
const err53 = {instancePath:instancePath+"/lock/keys/" + i0+"/type",schemaPath:"#/properties/lock/properties/keys/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data25.headline !== undefined && func0.call(data25, "headline")){
if(typeof data25.headline !== "string"){
const err54 = {instancePath:instancePath+"/lock/keys/" + i0+"/headline",schemaPath:"#/properties/lock/properties/keys/items/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/lock/keys/" + i0,schemaPath:"#/properties/lock/properties/keys/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/lock/keys",schemaPath:"#/properties/lock/properties/keys/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

