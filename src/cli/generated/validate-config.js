/* Generated from schemas/config.schema.json by npm run generate. */
"use strict";
export const validateConfig = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:config","title":"Config","description":"A settings file: formctl.yaml in a project, config.yaml in the user's configuration folder.","type":"object","additionalProperties":false,"properties":{"profile":{"type":"string","description":"The profile that is used when none is named."},"base_url":{"type":"string","description":"Where the service is: https://…, or embedded:<dir> for one in a folder."},"environment":{"type":"string","description":"The environment (site ID)."},"source_form":{"type":"string","description":"The form whose look new forms inherit."},"profiles":{"type":"object","description":"Settings by profile name.","additionalProperties":{"$ref":"#/definitions/Profile"}}},"definitions":{"Profile":{"type":"object","title":"Profile","additionalProperties":false,"properties":{"base_url":{"type":"string","description":"Where the service is."},"environment":{"type":"string","description":"The environment (site ID)."},"source_form":{"type":"string","description":"The form whose look new forms inherit."},"api_key":{"type":"string","description":"The key; only in the user's own file."},"api_key_command":{"type":"string","description":"A command that prints the key."}}}}};
const schema12 = {"type":"object","title":"Profile","additionalProperties":false,"properties":{"base_url":{"type":"string","description":"Where the service is."},"environment":{"type":"string","description":"The environment (site ID)."},"source_form":{"type":"string","description":"The form whose look new forms inherit."},"api_key":{"type":"string","description":"The key; only in the user's own file."},"api_key_command":{"type":"string","description":"A command that prints the key."}}};
const func0 = Object.prototype.hasOwnProperty;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="formctl:config" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((key0 === "profile") || (key0 === "base_url")) || (key0 === "environment")) || (key0 === "source_form")) || (key0 === "profiles"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.profile !== undefined && func0.call(data, "profile")){
if(typeof data.profile !== "string"){
const err1 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.base_url !== undefined && func0.call(data, "base_url")){
if(typeof data.base_url !== "string"){
const err2 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.environment !== undefined && func0.call(data, "environment")){
if(typeof data.environment !== "string"){
const err3 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.source_form !== undefined && func0.call(data, "source_form")){
if(typeof data.source_form !== "string"){
const err4 = {instancePath:instancePath+"/source_form",schemaPath:"#/properties/source_form/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.profiles !== undefined && func0.call(data, "profiles")){
let data4 = data.profiles;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key1 of Object.keys(data4)){
let data5 = data4[key1];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key2 of Object.keys(data5)){
if(!(((((key2 === "base_url") || (key2 === "environment")) || (key2 === "source_form")) || (key2 === "api_key")) || (key2 === "api_key_command"))){
const err5 = {instancePath:instancePath+"/profiles/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/Profile/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data5.base_url !== undefined && func0.call(data5, "base_url")){
if(typeof data5.base_url !== "string"){
const err6 = {instancePath:instancePath+"/profiles/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/base_url",schemaPath:"#/definitions/Profile/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data5.environment !== undefined && func0.call(data5, "environment")){
if(typeof data5.environment !== "string"){
const err7 = {instancePath:instancePath+"/profiles/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/environment",schemaPath:"#/definitions/Profile/properties/environment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data5.source_form !== undefined && func0.call(data5, "source_form")){
if(typeof data5.source_form !== "string"){
const err8 = {instancePath:instancePath+"/profiles/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/source_form",schemaPath:"#/definitions/Profile/properties/source_form/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data5.api_key !== undefined && func0.call(data5, "api_key")){
if(typeof data5.api_key !== "string"){
const err9 = {instancePath:instancePath+"/profiles/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key",schemaPath:"#/definitions/Profile/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data5.api_key_command !== undefined && func0.call(data5, "api_key_command")){
if(typeof data5.api_key_command !== "string"){
const err10 = {instancePath:instancePath+"/profiles/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key_command",schemaPath:"#/definitions/Profile/properties/api_key_command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/profiles/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/Profile/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
else {
const err12 = {instancePath:instancePath+"/profiles",schemaPath:"#/properties/profiles/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

export const validateProfile = validate11;

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((key0 === "base_url") || (key0 === "environment")) || (key0 === "source_form")) || (key0 === "api_key")) || (key0 === "api_key_command"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.base_url !== undefined && func0.call(data, "base_url")){
if(typeof data.base_url !== "string"){
const err1 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.environment !== undefined && func0.call(data, "environment")){
if(typeof data.environment !== "string"){
const err2 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.source_form !== undefined && func0.call(data, "source_form")){
if(typeof data.source_form !== "string"){
const err3 = {instancePath:instancePath+"/source_form",schemaPath:"#/properties/source_form/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.api_key !== undefined && func0.call(data, "api_key")){
if(typeof data.api_key !== "string"){
const err4 = {instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.api_key_command !== undefined && func0.call(data, "api_key_command")){
if(typeof data.api_key_command !== "string"){
const err5 = {instancePath:instancePath+"/api_key_command",schemaPath:"#/properties/api_key_command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

