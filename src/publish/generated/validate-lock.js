/* Generated from schemas/lock.schema.json by npm run generate. */
"use strict";
export const validateLockFile = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:lock","title":"LockFile","description":"formctl.lock.json: the forms that formctl forms apply made, and of what. Meant to be committed.","type":"object","additionalProperties":false,"required":["schema_version","forms"],"properties":{"schema_version":{"const":1,"description":"The version of this shape."},"forms":{"type":"array","description":"One entry a form, sorted by spec, document, row, base URL and environment.","items":{"$ref":"#/definitions/LockedForm"}}},"definitions":{"LockedForm":{"type":"object","title":"LockedForm","description":"A form as it is now, and the forms that it was before.","additionalProperties":false,"required":["spec","baseUrl","environmentId","content","id","url","created"],"properties":{"spec":{"type":"string","pattern":"\\S","description":"The file that the form stands in, from the folder of the lock file, with / between the parts."},"document":{"type":"integer","minimum":2,"description":"Which form of the file it is; left out for the first."},"row":{"type":"string","pattern":"\\S","description":"The key of the row of --each that it was filled in from."},"baseUrl":{"type":"string","pattern":"\\S","description":"Where the service is; a folder after embedded: is named from the folder of the lock file."},"environmentId":{"type":"string","pattern":"\\S","description":"The environment that the form is in."},"content":{"type":"string","pattern":"^sha256:[0-9a-f]{64}$","description":"What was sent, as a hash: comments, layout and the order of keys do not count."},"id":{"type":"string","pattern":"\\S","description":"The identifier of the form."},"url":{"type":"string","pattern":"\\S","description":"The address of the form, as the service gave it."},"created":{"type":"string","pattern":"\\S","description":"When it was made (ISO 8601, UTC)."},"name":{"type":"string","description":"The name of the form."},"keys":{"$ref":"#/definitions/Keys"},"history":{"type":"array","minItems":1,"description":"The forms made of earlier contents, the newest first. They are still there.","items":{"$ref":"#/definitions/FormVersion"}}}},"FormVersion":{"type":"object","title":"FormVersion","description":"A form that was made of one content.","additionalProperties":false,"required":["content","id","url","created"],"properties":{"content":{"type":"string","pattern":"^sha256:[0-9a-f]{64}$","description":"What was sent, as a hash."},"id":{"type":"string","pattern":"\\S","description":"The identifier of the form."},"url":{"type":"string","pattern":"\\S","description":"The address of the form."},"created":{"type":"string","pattern":"\\S","description":"When it was made."},"name":{"type":"string","description":"The name of the form."},"keys":{"$ref":"#/definitions/Keys"}}},"Keys":{"title":"Keys","type":"array","minItems":1,"description":"The questions that have a key in the spec.","items":{"type":"object","additionalProperties":false,"required":["key","type","headline"],"properties":{"key":{"type":"string","description":"The key."},"type":{"type":"string","description":"The component type."},"headline":{"type":"string","description":"The question, as answers carry it."}}}}}};
const func0 = Object.prototype.hasOwnProperty;
const schema12 = {"type":"object","title":"LockedForm","description":"A form as it is now, and the forms that it was before.","additionalProperties":false,"required":["spec","baseUrl","environmentId","content","id","url","created"],"properties":{"spec":{"type":"string","pattern":"\\S","description":"The file that the form stands in, from the folder of the lock file, with / between the parts."},"document":{"type":"integer","minimum":2,"description":"Which form of the file it is; left out for the first."},"row":{"type":"string","pattern":"\\S","description":"The key of the row of --each that it was filled in from."},"baseUrl":{"type":"string","pattern":"\\S","description":"Where the service is; a folder after embedded: is named from the folder of the lock file."},"environmentId":{"type":"string","pattern":"\\S","description":"The environment that the form is in."},"content":{"type":"string","pattern":"^sha256:[0-9a-f]{64}$","description":"What was sent, as a hash: comments, layout and the order of keys do not count."},"id":{"type":"string","pattern":"\\S","description":"The identifier of the form."},"url":{"type":"string","pattern":"\\S","description":"The address of the form, as the service gave it."},"created":{"type":"string","pattern":"\\S","description":"When it was made (ISO 8601, UTC)."},"name":{"type":"string","description":"The name of the form."},"keys":{"$ref":"#/definitions/Keys"},"history":{"type":"array","minItems":1,"description":"The forms made of earlier contents, the newest first. They are still there.","items":{"$ref":"#/definitions/FormVersion"}}}};
const schema13 = {"title":"Keys","type":"array","minItems":1,"description":"The questions that have a key in the spec.","items":{"type":"object","additionalProperties":false,"required":["key","type","headline"],"properties":{"key":{"type":"string","description":"The key."},"type":{"type":"string","description":"The component type."},"headline":{"type":"string","description":"The question, as answers carry it."}}}};
const pattern0 = new RegExp("\\S", "u");
const pattern4 = new RegExp("^sha256:[0-9a-f]{64}$", "u");
const schema14 = {"type":"object","title":"FormVersion","description":"A form that was made of one content.","additionalProperties":false,"required":["content","id","url","created"],"properties":{"content":{"type":"string","pattern":"^sha256:[0-9a-f]{64}$","description":"What was sent, as a hash."},"id":{"type":"string","pattern":"\\S","description":"The identifier of the form."},"url":{"type":"string","pattern":"\\S","description":"The address of the form."},"created":{"type":"string","pattern":"\\S","description":"When it was made."},"name":{"type":"string","description":"The name of the form."},"keys":{"$ref":"#/definitions/Keys"}}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.content === undefined) || (!(func0.call(data, "content")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
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
if((data.url === undefined) || (!(func0.call(data, "url")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.created === undefined) || (!(func0.call(data, "created")))){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created"},message:"must have required property '"+"created"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((((key0 === "content") || (key0 === "id")) || (key0 === "url")) || (key0 === "created")) || (key0 === "name")) || (key0 === "keys"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.content !== undefined && func0.call(data, "content")){
let data0 = data.content;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err5 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/pattern",keyword:"pattern",params:{pattern: "^sha256:[0-9a-f]{64}$"},message:"must match pattern \""+"^sha256:[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.url !== undefined && func0.call(data, "url")){
let data2 = data.url;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err9 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.created !== undefined && func0.call(data, "created")){
let data3 = data.created;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err11 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err13 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.keys !== undefined && func0.call(data, "keys")){
let data5 = data.keys;
if(Array.isArray(data5)){
if(data5.length < 1){
const err14 = {instancePath:instancePath+"/keys",schemaPath:"#/definitions/Keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if((data6.key === undefined) || (!(func0.call(data6, "key")))){
const err15 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((data6.type === undefined) || (!(func0.call(data6, "type")))){
const err16 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((data6.headline === undefined) || (!(func0.call(data6, "headline")))){
const err17 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
for(const key1 of Object.keys(data6)){
if(!(((key1 === "key") || (key1 === "type")) || (key1 === "headline"))){
const err18 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data6.key !== undefined && func0.call(data6, "key")){
if(typeof data6.key !== "string"){
const err19 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/definitions/Keys/items/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data6.type !== undefined && func0.call(data6, "type")){
if(typeof data6.type !== "string"){
const err20 = {instancePath:instancePath+"/keys/" + i0+"/type",schemaPath:"#/definitions/Keys/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data6.headline !== undefined && func0.call(data6, "headline")){
if(typeof data6.headline !== "string"){
const err21 = {instancePath:instancePath+"/keys/" + i0+"/headline",schemaPath:"#/definitions/Keys/items/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/keys",schemaPath:"#/definitions/Keys/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.spec === undefined) || (!(func0.call(data, "spec")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "spec"},message:"must have required property '"+"spec"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.baseUrl === undefined) || (!(func0.call(data, "baseUrl")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "baseUrl"},message:"must have required property '"+"baseUrl"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.environmentId === undefined) || (!(func0.call(data, "environmentId")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environmentId"},message:"must have required property '"+"environmentId"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.content === undefined) || (!(func0.call(data, "content")))){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((data.url === undefined) || (!(func0.call(data, "url")))){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((data.created === undefined) || (!(func0.call(data, "created")))){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created"},message:"must have required property '"+"created"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema12.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.spec !== undefined && func0.call(data, "spec")){
let data0 = data.spec;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err8 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.document !== undefined && func0.call(data, "document")){
let data1 = data.document;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err10 = {instancePath:instancePath+"/document",schemaPath:"#/properties/document/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 2 || isNaN(data1)){
const err11 = {instancePath:instancePath+"/document",schemaPath:"#/properties/document/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2},message:"must be >= 2"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.row !== undefined && func0.call(data, "row")){
let data2 = data.row;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err12 = {instancePath:instancePath+"/row",schemaPath:"#/properties/row/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/row",schemaPath:"#/properties/row/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.baseUrl !== undefined && func0.call(data, "baseUrl")){
let data3 = data.baseUrl;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err14 = {instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.environmentId !== undefined && func0.call(data, "environmentId")){
let data4 = data.environmentId;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err16 = {instancePath:instancePath+"/environmentId",schemaPath:"#/properties/environmentId/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/environmentId",schemaPath:"#/properties/environmentId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.content !== undefined && func0.call(data, "content")){
let data5 = data.content;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err18 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/pattern",keyword:"pattern",params:{pattern: "^sha256:[0-9a-f]{64}$"},message:"must match pattern \""+"^sha256:[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data6 = data.id;
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
const err20 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.url !== undefined && func0.call(data, "url")){
let data7 = data.url;
if(typeof data7 === "string"){
if(!pattern0.test(data7)){
const err22 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.created !== undefined && func0.call(data, "created")){
let data8 = data.created;
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
const err24 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err26 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.keys !== undefined && func0.call(data, "keys")){
let data10 = data.keys;
if(Array.isArray(data10)){
if(data10.length < 1){
const err27 = {instancePath:instancePath+"/keys",schemaPath:"#/definitions/Keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if((data11.key === undefined) || (!(func0.call(data11, "key")))){
const err28 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if((data11.type === undefined) || (!(func0.call(data11, "type")))){
const err29 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if((data11.headline === undefined) || (!(func0.call(data11, "headline")))){
const err30 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
for(const key1 of Object.keys(data11)){
if(!(((key1 === "key") || (key1 === "type")) || (key1 === "headline"))){
const err31 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data11.key !== undefined && func0.call(data11, "key")){
if(typeof data11.key !== "string"){
const err32 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/definitions/Keys/items/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data11.type !== undefined && func0.call(data11, "type")){
if(typeof data11.type !== "string"){
const err33 = {instancePath:instancePath+"/keys/" + i0+"/type",schemaPath:"#/definitions/Keys/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data11.headline !== undefined && func0.call(data11, "headline")){
if(typeof data11.headline !== "string"){
const err34 = {instancePath:instancePath+"/keys/" + i0+"/headline",schemaPath:"#/definitions/Keys/items/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/keys",schemaPath:"#/definitions/Keys/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.history !== undefined && func0.call(data, "history")){
let data15 = data.history;
if(Array.isArray(data15)){
if(data15.length < 1){
const err37 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
const len1 = data15.length;
for(let i1=0; i1<len1; i1++){
if(!(validate12(data15[i1], {instancePath:instancePath+"/history/" + i1,parentData:data15,parentDataProperty:i1,rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err38 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="formctl:lock" */;
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
if((data.forms === undefined) || (!(func0.call(data, "forms")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "forms"},message:"must have required property '"+"forms"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "schema_version") || (key0 === "forms"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.schema_version !== undefined && func0.call(data, "schema_version")){
if(1 !== data.schema_version){
const err3 = {instancePath:instancePath+"/schema_version",schemaPath:"#/properties/schema_version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.forms !== undefined && func0.call(data, "forms")){
let data1 = data.forms;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate11(data1[i0], {instancePath:instancePath+"/forms/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
if(vErrors === null){ vErrors = validate11.errors; } else { for(const err of validate11.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

export const validateLockedForm = validate15;

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.spec === undefined) || (!(func0.call(data, "spec")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "spec"},message:"must have required property '"+"spec"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.baseUrl === undefined) || (!(func0.call(data, "baseUrl")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "baseUrl"},message:"must have required property '"+"baseUrl"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.environmentId === undefined) || (!(func0.call(data, "environmentId")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environmentId"},message:"must have required property '"+"environmentId"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.content === undefined) || (!(func0.call(data, "content")))){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((data.url === undefined) || (!(func0.call(data, "url")))){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((data.created === undefined) || (!(func0.call(data, "created")))){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created"},message:"must have required property '"+"created"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema12.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.spec !== undefined && func0.call(data, "spec")){
let data0 = data.spec;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err8 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.document !== undefined && func0.call(data, "document")){
let data1 = data.document;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err10 = {instancePath:instancePath+"/document",schemaPath:"#/properties/document/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 2 || isNaN(data1)){
const err11 = {instancePath:instancePath+"/document",schemaPath:"#/properties/document/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2},message:"must be >= 2"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.row !== undefined && func0.call(data, "row")){
let data2 = data.row;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err12 = {instancePath:instancePath+"/row",schemaPath:"#/properties/row/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/row",schemaPath:"#/properties/row/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.baseUrl !== undefined && func0.call(data, "baseUrl")){
let data3 = data.baseUrl;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err14 = {instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.environmentId !== undefined && func0.call(data, "environmentId")){
let data4 = data.environmentId;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err16 = {instancePath:instancePath+"/environmentId",schemaPath:"#/properties/environmentId/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/environmentId",schemaPath:"#/properties/environmentId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.content !== undefined && func0.call(data, "content")){
let data5 = data.content;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err18 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/pattern",keyword:"pattern",params:{pattern: "^sha256:[0-9a-f]{64}$"},message:"must match pattern \""+"^sha256:[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data6 = data.id;
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
const err20 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.url !== undefined && func0.call(data, "url")){
let data7 = data.url;
if(typeof data7 === "string"){
if(!pattern0.test(data7)){
const err22 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.created !== undefined && func0.call(data, "created")){
let data8 = data.created;
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
const err24 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err26 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.keys !== undefined && func0.call(data, "keys")){
let data10 = data.keys;
if(Array.isArray(data10)){
if(data10.length < 1){
const err27 = {instancePath:instancePath+"/keys",schemaPath:"#/definitions/Keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if((data11.key === undefined) || (!(func0.call(data11, "key")))){
const err28 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if((data11.type === undefined) || (!(func0.call(data11, "type")))){
const err29 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if((data11.headline === undefined) || (!(func0.call(data11, "headline")))){
const err30 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
for(const key1 of Object.keys(data11)){
if(!(((key1 === "key") || (key1 === "type")) || (key1 === "headline"))){
const err31 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data11.key !== undefined && func0.call(data11, "key")){
if(typeof data11.key !== "string"){
const err32 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/definitions/Keys/items/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data11.type !== undefined && func0.call(data11, "type")){
if(typeof data11.type !== "string"){
const err33 = {instancePath:instancePath+"/keys/" + i0+"/type",schemaPath:"#/definitions/Keys/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data11.headline !== undefined && func0.call(data11, "headline")){
if(typeof data11.headline !== "string"){
const err34 = {instancePath:instancePath+"/keys/" + i0+"/headline",schemaPath:"#/definitions/Keys/items/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/keys",schemaPath:"#/definitions/Keys/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.history !== undefined && func0.call(data, "history")){
let data15 = data.history;
if(Array.isArray(data15)){
if(data15.length < 1){
const err37 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
const len1 = data15.length;
for(let i1=0; i1<len1; i1++){
if(!(validate12(data15[i1], {instancePath:instancePath+"/history/" + i1,parentData:data15,parentDataProperty:i1,rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err38 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}

export const validateFormVersion = validate17;

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.content === undefined) || (!(func0.call(data, "content")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
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
if((data.url === undefined) || (!(func0.call(data, "url")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.created === undefined) || (!(func0.call(data, "created")))){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created"},message:"must have required property '"+"created"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((((key0 === "content") || (key0 === "id")) || (key0 === "url")) || (key0 === "created")) || (key0 === "name")) || (key0 === "keys"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.content !== undefined && func0.call(data, "content")){
let data0 = data.content;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err5 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/pattern",keyword:"pattern",params:{pattern: "^sha256:[0-9a-f]{64}$"},message:"must match pattern \""+"^sha256:[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.url !== undefined && func0.call(data, "url")){
let data2 = data.url;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err9 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.created !== undefined && func0.call(data, "created")){
let data3 = data.created;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err11 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err13 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.keys !== undefined && func0.call(data, "keys")){
let data5 = data.keys;
if(Array.isArray(data5)){
if(data5.length < 1){
const err14 = {instancePath:instancePath+"/keys",schemaPath:"#/definitions/Keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if((data6.key === undefined) || (!(func0.call(data6, "key")))){
const err15 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((data6.type === undefined) || (!(func0.call(data6, "type")))){
const err16 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((data6.headline === undefined) || (!(func0.call(data6, "headline")))){
const err17 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
for(const key1 of Object.keys(data6)){
if(!(((key1 === "key") || (key1 === "type")) || (key1 === "headline"))){
const err18 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data6.key !== undefined && func0.call(data6, "key")){
if(typeof data6.key !== "string"){
const err19 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/definitions/Keys/items/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data6.type !== undefined && func0.call(data6, "type")){
if(typeof data6.type !== "string"){
const err20 = {instancePath:instancePath+"/keys/" + i0+"/type",schemaPath:"#/definitions/Keys/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data6.headline !== undefined && func0.call(data6, "headline")){
if(typeof data6.headline !== "string"){
const err21 = {instancePath:instancePath+"/keys/" + i0+"/headline",schemaPath:"#/definitions/Keys/items/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/definitions/Keys/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/keys",schemaPath:"#/definitions/Keys/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

export const validateKeys = validate18;

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length < 1){
const err0 = {instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if((data0.key === undefined) || (!(func0.call(data0, "key")))){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data0.type === undefined) || (!(func0.call(data0, "type")))){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data0.headline === undefined) || (!(func0.call(data0, "headline")))){
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 of Object.keys(data0)){
if(!(((key0 === "key") || (key0 === "type")) || (key0 === "headline"))){
const err4 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.key !== undefined && func0.call(data0, "key")){
if(typeof data0.key !== "string"){
const err5 = {instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.type !== undefined && func0.call(data0, "type")){
if(typeof data0.type !== "string"){
const err6 = {instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data0.headline !== undefined && func0.call(data0, "headline")){
if(typeof data0.headline !== "string"){
const err7 = {instancePath:instancePath+"/" + i0+"/headline",schemaPath:"#/items/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate18.errors = vErrors;
return errors === 0;
}

